// Clients of the official Go SDK, moved by commands: host host:port. Each line of input is {"id", "command", ...}; each
// line of output is an event {"event", "client", ...} or an answer {"answer": id, "value" or "error" and "code"}. Ends
// with its input.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	rmq "github.com/apache/rocketmq-clients/golang/v5"
)

var output sync.Mutex

func main() {
	host := newHost(os.Args[1])
	show(map[string]any{"event": "ready"})
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 16<<20)
	for input.Scan() {
		var cmd command
		if err := json.Unmarshal(input.Bytes(), &cmd); err != nil {
			panic(err)
		}
		go answer(host, cmd)
	}
}

func answer(host *host, cmd command) {
	value, err := carryOut(host, cmd)
	if err == nil {
		show(map[string]any{"answer": cmd.ID, "value": value})
		return
	}
	code := int32(0)
	if status, ok := rmq.AsErrRpcStatus(err); ok {
		code = status.GetCode()
	}
	show(map[string]any{"answer": cmd.ID, "error": err.Error(), "code": code})
}

// What the SDK panics with is an error of its own.
func carryOut(host *host, cmd command) (value any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return host.carryOut(cmd)
}

func show(line map[string]any) {
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	output.Lock()
	defer output.Unlock()
	os.Stdout.Write(append(text, '\n'))
}
