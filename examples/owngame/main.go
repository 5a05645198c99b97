// Owngame is the program gamed with a game of its own: Harbour, in package harbour.
package main

import (
	"gamed"

	"owngame/harbour"
)

func main() { gamed.Main(gamed.WithGame(harbour.Game())) }
