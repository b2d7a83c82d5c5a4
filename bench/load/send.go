package main

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	pb "github.com/apache/rocketmq-clients/golang/v5/protocol/v2"
)

// `callers` loops that send one message each time.
func send(o options) (report, error) {
	clients, err := connect(o)
	if err != nil {
		return report{}, err
	}
	defer closeAll(clients)
	body := bytes.Repeat([]byte("x"), o.bodyBytes)
	w := openWindow(o)
	left := atomic.Int64{}
	left.Store(o.count)
	spread(o, func(index int) {
		c := clients[index%len(clients)]
		times := make([]time.Duration, 0, 1<<14)
		for w.isOpen() && (o.count == 0 || left.Add(-1) >= 0) {
			startedAt := time.Now()
			if err := c.send(context.Background(), message(o, body)); err != nil {
				w.fault(err)
				continue
			}
			w.add(1, &times, time.Since(startedAt))
		}
		w.collect(times)
	})
	return w.report(o, o.count > 0), nil
}

const numberBytes = 16

// `count` messages, `batch` in a call, as fast as they are taken. Every one of them is stored, or it is an error.
func fill(o options) (report, error) {
	if o.count <= 0 {
		return report{}, fmt.Errorf("fill needs a -count")
	}
	clients, err := connect(o)
	if err != nil {
		return report{}, err
	}
	defer closeAll(clients)
	body := bytes.Repeat([]byte("x"), o.bodyBytes)
	o.warmup, o.seconds = 0, 3600
	w := openWindow(o)
	left := atomic.Int64{}
	left.Store(o.count)
	spread(o, func(index int) {
		c := clients[index%len(clients)]
		var times []time.Duration
		for w.errors.Load() == 0 {
			rest := left.Add(-int64(o.batch)) + int64(o.batch)
			if rest <= 0 {
				break
			}
			messages := make([]*pb.Message, min(rest, int64(o.batch)))
			for each := range messages {
				messages[each] = message(o, numbered(body, rest-int64(each)))
			}
			startedAt := time.Now()
			err := c.send(context.Background(), messages...)
			for ; err == errBusy; err = c.send(context.Background(), messages...) {
				time.Sleep(10 * time.Millisecond)
			}
			if err != nil {
				w.fault(err)
				break
			}
			w.add(len(messages), &times, time.Since(startedAt))
		}
		w.collect(times)
	})
	result := w.report(o, true)
	if result.Errors > 0 {
		return result, fmt.Errorf("filled %d of %d: %s", result.Count, o.count, result.FirstError)
	}
	return result, nil
}

// A body that no other message of the fill has.
func numbered(body []byte, number int64) []byte {
	own := bytes.Clone(body)
	copy(own, fmt.Sprintf("%0*d", numberBytes, number))
	return own
}

func spread(o options, loop func(index int)) {
	var all sync.WaitGroup
	for index := range o.callers {
		all.Go(func() { loop(index) })
	}
	all.Wait()
}
