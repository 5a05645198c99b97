package external_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/protocol"
)

// bots lists the bots that the test binary can run as, by the value of asBot.
var bots = map[string]func(){
	"random": func() { run(client.Random) },
	"greedy": func() { run(client.Greedy) },

	"crash at start":   func() { complain("no weights"); os.Exit(3) },
	"exit at start":    func() {},
	"stall at start":   hang,
	"garbage at start": func() { fmt.Println("Loading…"); hang() },
	"other version":    func() { fmt.Println(`{"type":"hello","protocol":99}`); hang() },
	"other first":      func() { fmt.Println(`{"type":"resign"}`); hang() },

	"crash":         atDecision(func(uint32) { complain("index out of range\n\n"); os.Exit(3) }),
	"killed":        atDecision(func(uint32) { self, _ := os.FindProcess(os.Getpid()); _ = self.Signal(syscall.SIGTERM) }),
	"exit":          atDecision(func(uint32) { os.Exit(0) }),
	"stall":         atDecision(func(uint32) { hang() }),
	"half a line":   atDecision(func(uint32) { fmt.Print(`{"type":"cho`); hang() }),
	"garbage":       atDecision(func(uint32) { fmt.Println("I think") }),
	"half exit":     atDecision(func(uint32) { fmt.Print(`{"type":"cho`); os.Exit(0) }),
	"long":          atDecision(func(uint32) { fmt.Println(strings.Repeat("x", 17<<10)) }),
	"illegal":       atDecision(func(id uint32) { answer(id, 1000) }),
	"wrong id":      atDecision(func(id uint32) { answer(id+1, 0) }),
	"unknown type":  atDecision(func(uint32) { fmt.Println(`{"type":"think"}`) }),
	"chat":          atDecision(func(uint32) { fmt.Println(`{"type":"chat","text":"hi"}`) }),
	"hello again":   atDecision(func(uint32) { fmt.Println(`{"type":"hello","protocol":1}`) }),
	"bye":           atDecision(func(uint32) { fmt.Println(`{"type":"bye","reason":"tea"}`) }),
	"resign":        atDecision(func(uint32) { fmt.Println(`{"type":"resign"}`) }),
	"pings":         atDecision(func(uint32) { repeat(`{"type":"ping","t":1}`) }),
	"pongs":         atDecision(func(uint32) { repeat(`{"type":"pong","t":1}`) }),
	"refused forks": atDecision(func(uint32) { repeat(`{"type":"apply","fork":99,"option":0}`) }),
	"endless line": atDecision(func(uint32) {
		for {
			fmt.Print(strings.Repeat("x", 1<<16))
		}
	}),
	"errors":   atDecision(func(uint32) { repeat(`{"type":"error","code":"no","text":"no"}`) }),
	"unknowns": atDecision(func(uint32) { repeat(`{"type":"think"}`) }),
	"hellos":   atDecision(func(uint32) { repeat(`{"type":"hello","protocol":1}`) }),
	"lines":    atDecision(func(uint32) { repeat("I think") }),
	"answers":  atDecision(func(id uint32) { repeat(fmt.Sprintf(`{"type":"choose","decision":%d,"option":0}`, id)) }),
	"illegals": atDecision(func(id uint32) { repeat(fmt.Sprintf(`{"type":"choose","decision":%d,"option":1000}`, id)) }),
	"resigns":  atDecision(func(uint32) { repeat(`{"type":"resign"}`) }),
	"forks": atDecision(func(uint32) {
		for id := 1; ; id++ {
			fmt.Printf("{\"type\":\"fork\",\"seed\":1}\n{\"type\":\"release\",\"fork\":%d}\n", id)
		}
	}),
	"halts in a line": atDecision(func(uint32) { fmt.Print(strings.Repeat("x", 32<<10)); hang() }),
	"closes stdin":    atDecision(func(id uint32) { _ = os.Stdin.Close(); answer(id, 0); hang() }),

	"picks":          picks(0, "[3,0]"),
	"picks none":     picks(0, "[]"),
	"picks twice":    picks(0, "[1,1]"),
	"picks no card":  picks(0, "[4]"),
	"picks too many": picks(0, "[0,1,2,3,4]"),
	"picks late":     picks(1, "[3,0]"),
	"answers twice":  atDecision(func(id uint32) { answer(id, 0); answer(id, 0) }),
	"talks unasked": func() {
		hello()
		repeat(`{"type":"release","fork":1}`)
	},
	"stderr": atDecision(func(id uint32) {
		line := strings.Repeat("x", 1<<10)
		for range 1 << 10 {
			complain(line)
		}
		answer(id, 0)
	}),
	"memory": atDecision(func(uint32) {
		var held [][]byte
		for {
			block := make([]byte, 1<<20)
			for i := range block {
				block[i] = 1
			}
			held = append(held, block)
			if len(held) > 200 {
				hang()
			}
		}
	}),
	"closes stdout": atDecision(func(uint32) { _ = os.Stdout.Close(); hang() }),
	"deaf":          func() { hello(); hang() },
	"wrong pong": func() {
		read := hello()
		for {
			if m := read(); m.Type == "ping" {
				fmt.Printf("{\"type\":\"pong\",\"t\":%d}\n", m.T+1)
			}
		}
	},
	"grandchild": func() { // ignores the signals that ask a process to exit, and keeps stdout and stderr open
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		hang()
	},
	"grandparent": grandparent,
	"leaves sessions": func() {
		// The grandchildren run in their own sessions. The first two outlive their parents. The
		// last two have an empty environment, except for the variable that selects the bot.
		for _, script := range []string{
			`GAMED_TEST_BOT=grandchild setsid "$0" </dev/null & :`,
			`env -i GAMED_TEST_BOT=grandchild setsid "$0" </dev/null & :`,
			`(exec env -i GAMED_TEST_BOT=grandchild setsid "$0" </dev/null) & wait`,
		} {
			child := exec.Command("/bin/sh", "-c", script, os.Args[0])
			if err := child.Start(); err != nil {
				panic(err)
			}
		}
		run(client.Random)
	},
	"releases": atDecision(func(uint32) { repeat(`{"type":"release","fork":99}`) }),
	"orphan":   func() { hello(); hang() },
	"arena": func() {
		if _, err := external.Start(context.Background(), command("orphan"), limits); err != nil {
			panic(err)
		}
		fmt.Println("started")
		hang()
	},
	"ignores bye": func() {
		signal.Ignore(syscall.SIGTERM)
		run(client.Random)
		hang()
	},
}

// grandparent plays correctly and starts processes that never exit.
func grandparent() {
	for range 3 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), asBot+"=grandchild")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
	}
	run(client.Random)
}

func run(choose client.Choose) {
	bot := client.Bot{Hello: protocol.Hello{Name: "test", Author: "us", Repeats: true}, Choose: choose}
	if err := bot.Run(context.Background(), client.Stdio()); err != nil {
		complain(err.Error())
		os.Exit(1)
	}
}

// repeat prints a line again and again, without end.
func repeat(text string) {
	for {
		fmt.Println(text)
	}
}

func hang() {
	for {
		time.Sleep(time.Hour)
	}
}

func complain(text string) { fmt.Fprintln(os.Stderr, text) }

func answer(id uint32, option int) {
	fmt.Printf("{\"type\":\"choose\",\"decision\":%d,\"option\":%d}\n", id, option)
}

// A botMessage has the message fields that these bots read.
type botMessage struct {
	Type     string
	T        int64
	Decision *struct{ ID uint32 }
}

func hello() (read func() botMessage) {
	fmt.Println(`{"type":"hello","protocol":1,"name":"bad"}`)
	in := bufio.NewReader(os.Stdin)
	return func() (m botMessage) {
		line, err := in.ReadBytes('\n')
		if err != nil {
			os.Exit(0)
		}
		if err := json.Unmarshal(line, &m); err != nil {
			panic(err)
		}
		return m
	}
}

// atDecision returns a bot that behaves correctly until its first decision. At each decision, the
// bot calls do.
func atDecision(do func(id uint32)) func() {
	return func() {
		read := hello()
		for {
			switch m := read(); {
			case m.Type == "ping":
				fmt.Printf("{\"type\":\"pong\",\"t\":%d}\n", m.T)
			case m.Type == "bye":
				return
			case m.Decision != nil:
				do(m.Decision.ID)
			}
		}
	}
}
