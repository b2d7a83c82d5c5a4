package main

import (
	"sort"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

type report struct {
	Work        string  `json:"work"`
	Callers     int     `json:"callers"`
	Connections int     `json:"connections"`
	Seconds     float64 `json:"seconds"`
	// With the warm-up, and with what came after the measured time.
	Whole     float64 `json:"wholeSeconds"`
	Count     int64   `json:"count"`
	PerSecond float64 `json:"perSecond"`
	P50Ms     float64 `json:"p50Ms"`
	P99Ms     float64 `json:"p99Ms"`
	// Of sends, where the times above are those of deliveries.
	SendP50Ms *float64 `json:"sendP50Ms,omitempty"`
	SendP99Ms *float64 `json:"sendP99Ms,omitempty"`
	// Messages that failed once, that were acked after it, and that were acked after it while it was measured.
	Failed        int64 `json:"failed,omitempty"`
	Again         int64 `json:"again,omitempty"`
	AgainMeasured int64 `json:"againMeasured,omitempty"`
	// Processor time of this process, while it measured.
	CPUMs      float64 `json:"cpuMs"`
	CPUUsEach  float64 `json:"cpuUsEach"`
	Errors     int64   `json:"errors"`
	FirstError string  `json:"firstError,omitempty"`
}

// What happens between the end of the warm-up and the end of the run.
type window struct {
	openedAt time.Time
	from, to time.Time
	startCPU time.Duration
	endCPU   time.Duration
	count    atomic.Int64
	// With those of the warm-up. At `most` of them the run ends; 0: there is no such number.
	total  atomic.Int64
	most   int64
	end    func()
	errors atomic.Int64
	first  atomic.Pointer[string]
	// The last message of a run that ends before its time.
	last  atomic.Int64
	mutex sync.Mutex
	times []time.Duration
}

func openWindow(o options) *window {
	w := &window{openedAt: time.Now()}
	w.from = w.openedAt.Add(o.before())
	w.to = w.from.Add(o.span())
	w.startCPU = ownCPU()
	time.AfterFunc(o.before(), func() { w.startCPU = ownCPU() })
	return w
}

func (w *window) isOpen() bool { return time.Now().Before(w.to) }

func (w *window) isMeasured(at time.Time) bool { return !at.Before(w.from) && !at.After(w.to) }

// Counts what ended within the window.
func (w *window) add(messages int, times *[]time.Duration, took time.Duration) {
	now := time.Now()
	if total := w.total.Add(int64(messages)); w.most > 0 && total >= w.most {
		defer w.end()
	}
	if !w.isMeasured(now) {
		return
	}
	w.count.Add(int64(messages))
	w.last.Store(now.UnixNano())
	*times = append(*times, took)
}

func (w *window) fault(err error) {
	text := err.Error()
	w.first.CompareAndSwap(nil, &text)
	w.errors.Add(1)
	time.Sleep(2 * time.Millisecond)
}

func (w *window) collect(times []time.Duration) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.times = append(w.times, times...)
}

// `ran`: how long it was measured; a run without more messages ends with its last one.
func (w *window) report(o options, endedEarly bool) report {
	spent := ownCPU() - w.startCPU
	ran := w.to.Sub(w.from)
	if endedEarly {
		ran = max(time.Millisecond, time.Unix(0, w.last.Load()).Sub(w.from))
	}
	count := w.count.Load()
	result := report{
		Callers:     o.callers,
		Connections: o.connections,
		Seconds:     rounded(ran.Seconds(), 3),
		Whole:       rounded(time.Since(w.openedAt).Seconds(), 3),
		Count:       count,
		PerSecond:   rounded(float64(count)/ran.Seconds(), 1),
		P50Ms:       percentile(w.times, 0.5),
		P99Ms:       percentile(w.times, 0.99),
		CPUMs:       rounded(float64(spent)/1e6, 1),
		CPUUsEach:   rounded(float64(spent)/1e3/max(1, float64(count)), 2),
		Errors:      w.errors.Load(),
	}
	if first := w.first.Load(); first != nil {
		result.FirstError = *first
	}
	return result
}

func percentile(times []time.Duration, share float64) float64 {
	if len(times) == 0 {
		return 0
	}
	sort.Slice(times, func(a, b int) bool { return times[a] < times[b] })
	index := min(len(times)-1, int(float64(len(times))*share))
	return rounded(float64(times[index])/1e6, 3)
}

func rounded(value float64, digits int) float64 {
	scale := 1.0
	for range digits {
		scale *= 10
	}
	return float64(int64(value*scale+0.5)) / scale
}

func ownCPU() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
