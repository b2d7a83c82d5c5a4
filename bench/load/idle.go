package main

import (
	"context"
	"fmt"
	"time"
)

// Clients that wait for messages that do not come: poll number n is a client of its own, of group n modulo `groups`,
// on the topic that has the number of the group modulo `topics`. Counts the polls that ended.
func idle(o options) (report, error) {
	clients, err := connect(o)
	if err != nil {
		return report{}, err
	}
	defer closeAll(clients)
	w := openWindow(o)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	time.AfterFunc(time.Until(w.to), stop)
	spread(o, func(index int) {
		own := *clients[index%len(clients)]
		own.id = fmt.Sprintf("%s-%d", own.id, index)
		own.headers = append([]string{}, own.headers...)
		own.headers[1] = own.id
		number := index % o.groups
		at := o
		at.group = fmt.Sprintf("%s-%d", o.group, number)
		at.topic = fmt.Sprintf("%s-%d", o.topic, number%o.topics)
		pollIdly(ctx, &own, w, at)
	})
	return w.report(o, false), nil
}

func pollIdly(ctx context.Context, c *client, w *window, o options) {
	if err := c.introduce(ctx, o); err != nil {
		w.fault(err)
		return
	}
	queues, err := c.queues(ctx, o)
	if err != nil {
		w.fault(err)
		return
	}
	times := []time.Duration{}
	for ctx.Err() == nil {
		startedAt := time.Now()
		_, err := c.receive(ctx, o, queues[0])
		if err == nil {
			w.add(1, &times, time.Since(startedAt))
		} else if ctx.Err() == nil {
			w.fault(err)
		}
	}
	w.collect(times)
}
