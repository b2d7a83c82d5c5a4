package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"sync"
	"time"
)

// From the start of a send until the message is in a consumer's hands, at a rate that no slow answer lowers.
func latency(o options) (report, error) {
	clients, err := connect(o)
	if err != nil {
		return report{}, err
	}
	defer closeAll(clients)
	senders, err := connect(o)
	if err != nil {
		return report{}, err
	}
	defer closeAll(senders)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	queues, err := introduceAll(ctx, o, clients)
	if err != nil {
		return report{}, err
	}
	origin := time.Now()
	w := openWindow(o)
	var receiving, acking, sending sync.WaitGroup
	for index := range o.callers {
		receiving.Go(func() {
			c := clients[index%len(clients)]
			var times []time.Duration
			for turn := index; ctx.Err() == nil; turn++ {
				messages, err := c.receive(ctx, o, queues[turn%len(queues)])
				if err != nil && ctx.Err() == nil {
					w.fault(err)
				}
				now := time.Since(origin)
				for _, each := range messages {
					// Another run's message has no time of this one.
					if binary.BigEndian.Uint64(each.GetBody()) == session {
						w.add(1, &times, now-time.Duration(binary.BigEndian.Uint64(each.GetBody()[8:])))
					}
					acking.Go(func() {
						if err := c.ack(context.Background(), o, each); err != nil {
							w.fault(err)
						}
					})
				}
			}
			w.collect(times)
		})
	}
	var mutex sync.Mutex
	var sendTimes []time.Duration
	interval := time.Second / time.Duration(o.rate)
	for number := 0; w.isOpen(); number++ {
		time.Sleep(time.Until(origin.Add(time.Duration(number) * interval)))
		c := senders[number%len(senders)]
		sending.Go(func() {
			body := append(binary.BigEndian.AppendUint64(nil, session), make([]byte, 8)...)
			body = append(body, bytes.Repeat([]byte("x"), max(0, o.bodyBytes-16))...)
			startedAt := time.Since(origin)
			binary.BigEndian.PutUint64(body[8:], uint64(startedAt))
			if err := c.send(context.Background(), message(o, body)); err != nil {
				w.fault(err)
				return
			}
			mutex.Lock()
			defer mutex.Unlock()
			if time.Now().After(w.from) {
				sendTimes = append(sendTimes, time.Since(origin)-startedAt)
			}
		})
	}
	sending.Wait()
	stop()
	receiving.Wait()
	acking.Wait()
	result := w.report(o, false)
	p50, p99 := percentile(sendTimes, 0.5), percentile(sendTimes, 0.99)
	result.SendP50Ms, result.SendP99Ms = &p50, &p99
	return result, nil
}
