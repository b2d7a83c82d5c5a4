// A load client that speaks the wire of RocketMQ 5 and nothing else, to measure any broker that does:
//
//	load fill|send|receive-ack-each|receive-ack-once|receive-fail|mixed|latency|idle \
//	  -endpoint host:port -topic orders -group billing
//	load serve
//
// It prints one line of JSON: what was moved, how fast, how long a call took, and what this process itself cost. `serve`
// answers every send at once: what this client can do when the other side does nothing.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"
)

type options struct {
	endpoint    string
	topic       string
	group       string
	callers     int
	connections int
	seconds     float64
	warmup      float64
	count       int64
	batch       int
	bodyBytes   int
	keys        int
	rate        int
	failing     int
	isPush      bool
	groups      int
	topics      int
	poll        time.Duration
}

var works = map[string]func(options) (report, error){
	"fill":             fill,
	"send":             send,
	"receive-ack-each": func(o options) (report, error) { return receiveAndAck(o, ackEach) },
	"receive-ack-once": func(o options) (report, error) { return receiveAndAck(o, ackOnce) },
	"receive-fail":     receiveFail,
	"latency":          latency,
	"mixed":            mixed,
	"idle":             idle,
	"serve":            serve,
}

func main() {
	if len(os.Args) < 2 {
		fail(fmt.Errorf("say what: fill, send, receive-ack-each, receive-ack-once, receive-fail, mixed, latency, idle or serve"))
	}
	work, known := works[os.Args[1]]
	if !known {
		fail(fmt.Errorf("unknown work %q", os.Args[1]))
	}
	var o options
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	flags.StringVar(&o.endpoint, "endpoint", "127.0.0.1:8081", "where the broker listens; for serve: where to listen")
	flags.StringVar(&o.topic, "topic", "bench", "topic")
	flags.StringVar(&o.group, "group", "bench", "consumer group")
	flags.IntVar(&o.callers, "callers", 1, "calls at once; for latency: receives at once")
	flags.IntVar(&o.connections, "connections", 8, "connections, at most one per caller")
	flags.Float64Var(&o.seconds, "seconds", 5, "how long is measured")
	flags.Float64Var(&o.warmup, "warmup", 1, "seconds before that, which do not count")
	flags.Int64Var(&o.count, "count", 0, "end after so many messages; 0: when the time is over")
	flags.IntVar(&o.batch, "batch", 32, "messages per receive, and per send of fill")
	flags.IntVar(&o.bodyBytes, "body", 200, "bytes of a body")
	flags.IntVar(&o.keys, "keys", 0, "ordered: message groups to spread over; 0: not ordered")
	flags.IntVar(&o.rate, "rate", 500, "latency: messages per second")
	flags.IntVar(&o.failing, "failing", 5, "receive-fail: one in so many messages fails once")
	flags.IntVar(&o.groups, "groups", 1, "idle: consumer groups")
	flags.IntVar(&o.topics, "topics", 1, "idle: topics")
	flags.DurationVar(&o.poll, "poll", 5*time.Second, "how long a receive waits for messages")
	if err := flags.Parse(os.Args[2:]); err != nil {
		fail(err)
	}
	o.connections = max(1, min(o.connections, o.callers))
	result, err := work(o)
	if err != nil {
		fail(err)
	}
	result.Work = os.Args[1]
	line, err := json.Marshal(result)
	if err != nil {
		fail(err)
	}
	fmt.Println(string(line))
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func (o options) span() time.Duration   { return time.Duration(o.seconds * float64(time.Second)) }
func (o options) before() time.Duration { return time.Duration(o.warmup * float64(time.Second)) }
