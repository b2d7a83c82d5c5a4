package main

import (
	"context"
	"sync"
	"time"

	pb "github.com/apache/rocketmq-clients/golang/v5/protocol/v2"
)

// Acks what one receive brought; times are those of the calls.
type acker func(c *client, w *window, o options, messages []*pb.Message, times *[]time.Duration)

func ackEach(c *client, w *window, o options, messages []*pb.Message, times *[]time.Duration) {
	ackAtOnce(c, w, o, messages, times, func(*pb.Message) {})
}

type noteAck func(*pb.Message)

// One call per message, all at once, as the SDKs do when handlers are quick.
func ackAtOnce(c *client, w *window, o options, messages []*pb.Message, times *[]time.Duration, acked noteAck) {
	var all sync.WaitGroup
	var mutex sync.Mutex
	for _, each := range messages {
		all.Go(func() {
			startedAt := time.Now()
			if err := c.ack(context.Background(), o, each); err != nil {
				w.fault(err)
				return
			}
			took := time.Since(startedAt)
			mutex.Lock()
			defer mutex.Unlock()
			w.add(1, times, took)
			acked(each)
		})
	}
	all.Wait()
}

func ackOnce(c *client, w *window, o options, messages []*pb.Message, times *[]time.Duration) {
	startedAt := time.Now()
	if err := c.ack(context.Background(), o, messages...); err != nil {
		w.fault(err)
		return
	}
	w.add(len(messages), times, time.Since(startedAt))
}

// `callers` loops that receive up to `batch` and ack them, until the time is over or `count` messages are acked.
func receiveAndAck(o options, ack acker) (report, error) {
	return receiveWhile(o, ack, func(w *window, stop func()) {
		w.most, w.end = o.count, stop
		time.AfterFunc(time.Until(w.to), stop)
	})
}

// `stops` is given what ends the loops.
func receiveWhile(o options, ack acker, stops func(w *window, stop func())) (report, error) {
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
	w := openWindow(o)
	stops(w, stop)
	spread(o, func(index int) {
		c := clients[index%len(clients)]
		receiveUntil(ctx, c, w, o, queues, index, ack)
	})
	return w.report(o, o.count > 0 && w.total.Load() >= o.count), nil
}

// Receives from the queues in turn, beginning at `turn`, and acks, until the context ends.
func receiveUntil(ctx context.Context, c *client, w *window, o options, queues []*pb.MessageQueue, turn int, ack acker) {
	times := make([]time.Duration, 0, 1<<14)
	for ; ctx.Err() == nil; turn++ {
		messages, err := c.receive(ctx, o, queues[turn%len(queues)])
		if err != nil {
			if ctx.Err() == nil {
				w.fault(err)
			}
			continue
		}
		if len(messages) > 0 {
			ack(c, w, o, messages, &times)
		}
	}
	w.collect(times)
}

func introduceAll(ctx context.Context, o options, clients []*client) ([]*pb.MessageQueue, error) {
	for _, c := range clients {
		if err := c.introduce(ctx, o); err != nil {
			return nil, err
		}
	}
	return clients[0].queues(ctx, o)
}
