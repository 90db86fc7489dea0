package sandbox_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"kadry/internal/sandbox"
)

// child is the name under which the test binary is a confined process.
const child = "confined"

func TestMain(m *testing.M) {
	switch {
	case slices.Equal(os.Args[1:], []string{child}):
		confined()
		return
	case slices.Equal(os.Args[1:], []string{"mute"}):
		return
	}
	goleak.VerifyTestMain(m)
}

// confined does what each line asks for.
func confined() {
	held, err := sandbox.Confine()
	if err != nil {
		os.Exit(1)
	}
	out := json.NewEncoder(os.Stdout)
	_ = out.Encode(held)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if sandbox.BoundTask() != nil {
			os.Exit(1)
		}
		_ = out.Encode(do(lines.Text()))
	}
}

func do(task string) string {
	switch task {
	case "spin":
		for n := 0; ; n++ {
			if n < 0 {
				return ""
			}
		}
	case "wait":
		select {}
	case "eat":
		var all [][]byte
		for {
			piece := make([]byte, 1<<20)
			for i := range piece {
				piece[i] = 1
			}
			if all = append(all, piece); len(all) == 1<<30 {
				return ""
			}
		}
	case "take at once":
		return fmt.Sprint(len(make([]byte, 4<<30)))
	case "recurse":
		return fmt.Sprint(deep(1))
	case "exit":
		os.Exit(0)
	case "slow":
		os.Exit(sandbox.ExitSlow)
	case "garbage":
		fmt.Println("no answer")
		select {}
	case "flood":
		for {
			fmt.Print(strings.Repeat("x", 1<<16))
		}
	case "environment":
		return strings.Join(os.Environ(), " ")
	case "files":
		entries, _ := os.ReadDir("/")
		passwd, _ := os.ReadFile("/etc/passwd")
		return fmt.Sprintf("%d %d", len(entries), len(passwd))
	case "write":
		err := os.WriteFile("x", []byte("x"), 0o600)
		return fmt.Sprint(err)
	case "dial":
		_, err := net.Dial("udp", "192.0.2.1:9")
		return fmt.Sprint(err)
	case "start":
		_, err := syscall.ForkExec("/bin/true", []string{"true"}, nil)
		return fmt.Sprint(err)
	}
	return "done " + task
}

func deep(n int) int {
	if n < 0 {
		return 0
	}
	return deep(n+1) + 1
}
