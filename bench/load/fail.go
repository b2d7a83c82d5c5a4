package main

import (
	"context"
	"sync"
	"time"

	pb "github.com/apache/rocketmq-clients/golang/v5/protocol/v2"
)

const settleLimit = 60 * time.Second

// The messages that failed once, and how they ended.
type failures struct {
	mutex sync.Mutex
	// Failed, and not acked since.
	open map[string]struct{}
	// Acked after their failure; of these, while it was measured.
	failed, again, measured int64
}

// Push consumers whose listener fails once for every `failing`th message of a queue, which the SDKs say with a change of
// its invisible time. Only what is acked counts. When the time is over nothing fails any more, and the loops go on until
// all that failed is acked.
func receiveFail(o options) (report, error) {
	o.isPush = true
	f := &failures{open: map[string]struct{}{}}
	result, err := receiveWhile(o, f.ackOrFail, func(w *window, stop func()) {
		w.most, w.end = o.count, stop
		go func() {
			time.Sleep(time.Until(w.to))
			for time.Since(w.to) < settleLimit && !f.areSettled() {
				time.Sleep(20 * time.Millisecond)
			}
			stop()
		}()
	})
	result.Failed, result.Again, result.AgainMeasured = f.failed, f.again, f.measured
	return result, err
}

func (f *failures) ackOrFail(c *client, w *window, o options, messages []*pb.Message, times *[]time.Duration) {
	var fine []*pb.Message
	var failing sync.WaitGroup
	for _, each := range messages {
		system := each.GetSystemProperties()
		if !w.isOpen() || system.GetDeliveryAttempt() > 1 || system.GetQueueOffset()%int64(o.failing) != 0 {
			fine = append(fine, each)
			continue
		}
		failing.Go(func() { f.fail(c, w, o, each) })
	}
	ackAtOnce(c, w, o, fine, times, func(acked *pb.Message) { f.acked(w, acked) })
	failing.Wait()
}

func (f *failures) fail(c *client, w *window, o options, message *pb.Message) {
	id := numberOf(message)
	// Before the call: a message may come again before its answer.
	f.mutex.Lock()
	f.open[id] = struct{}{}
	f.failed++
	f.mutex.Unlock()
	err := c.fail(context.Background(), o, message)
	if err == nil {
		return
	}
	w.fault(err)
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if _, isOpen := f.open[id]; isOpen {
		delete(f.open, id)
		f.failed--
	}
}

func (f *failures) acked(w *window, message *pb.Message) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	id := numberOf(message)
	if _, hasFailed := f.open[id]; !hasFailed {
		return
	}
	delete(f.open, id)
	f.again++
	if w.isMeasured(time.Now()) {
		f.measured++
	}
}

// As fill wrote it: RocketMQ gives all messages of one send the id of the first, and a retry another offset.
func numberOf(message *pb.Message) string {
	return string(message.GetBody()[:min(numberBytes, len(message.GetBody()))])
}

func (f *failures) areSettled() bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return len(f.open) == 0
}
