package main

import (
	"bytes"
	"context"
	"time"
)

// Half of the callers send, half receive and ack: what counts is what went all the way.
func mixed(o options) (report, error) {
	clients, err := connect(o)
	if err != nil {
		return report{}, err
	}
	defer closeAll(clients)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	queues, err := introduceAll(ctx, o, clients)
	if err != nil {
		return report{}, err
	}
	body := bytes.Repeat([]byte("x"), o.bodyBytes)
	w := openWindow(o)
	time.AfterFunc(time.Until(w.to), stop)
	spread(o, func(index int) {
		c := clients[index%len(clients)]
		if index%2 == 0 {
			for w.isOpen() {
				if err := c.send(context.Background(), message(o, body)); err != nil {
					w.fault(err)
				}
			}
			return
		}
		receiveUntil(ctx, c, w, o, queues, index/2, ackOnce)
	})
	return w.report(o, false), nil
}
