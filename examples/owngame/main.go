// Owngame is the program gamed with an additional game: Harbour, in package harbour.
package main

import (
	"gamed"

	"owngame/harbour"
)

func main() { gamed.Main(gamed.WithGame(harbour.Game())) }
