// Package reportfailures says why deliveries failed, beside the unmodified client
// (github.com/apache/rocketmq-clients/golang/v5), and then fails as before. Reports are sent by a goroutine of its own, many
// in one call: the listener never waits.
package reportfailures

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	rmq "github.com/apache/rocketmq-clients/golang/v5"
)

const (
	// Limits of the API: reports of one call, and bytes of its body (262,144) with some room.
	mostReports = 100
	mostBytes   = 200_000
	mostWaiting = 10_000
	tries       = 5
	gather      = 200 * time.Millisecond
	firstPause  = 500 * time.Millisecond
	callLimit   = 10 * time.Second
	closeLimit  = 5 * time.Second
	warnEvery   = time.Minute
	agoBytes    = 20
	mostAgo     = 24 * time.Hour
)

// report is a report without its last brace, and when the delivery failed.
type report struct {
	text     []byte
	failedAt time.Time
}

// Reporter sends the reports of one consumer group. Close it after the consumer.
type Reporter struct {
	// AppVersion is that of your application, shown beside the cause. Set it before the consumer starts.
	AppVersion        string
	url, token, group string
	waiting           chan report
	closing, closed   chan struct{}
	once              sync.Once
	mutex             sync.Mutex
	dropped           int
	warnedAt          time.Time
}

func New(consoleURL, token, group string) *Reporter {
	reporter := &Reporter{
		url: consoleURL + "/api/v1/failures", token: token, group: group,
		waiting: make(chan report, mostWaiting), closing: make(chan struct{}), closed: make(chan struct{}),
	}
	go reporter.sendAll()
	return reporter
}

// Wrap turns a handler that answers an error into the listener of a push consumer.
func (reporter *Reporter) Wrap(handle func(*rmq.MessageView) error) func(*rmq.MessageView) rmq.ConsumerResult {
	return func(view *rmq.MessageView) (result rmq.ConsumerResult) {
		defer func() {
			if panicked := recover(); panicked != nil {
				reporter.add(view, "panic", fmt.Sprint(panicked))
				panic(panicked)
			}
		}()
		if err := handle(view); err != nil {
			reporter.add(view, fmt.Sprintf("%T", err), err.Error())
			return rmq.FAILURE
		}
		return rmq.SUCCESS
	}
}

// Close sends what waits, for five seconds at most.
func (reporter *Reporter) Close() {
	reporter.once.Do(func() { close(reporter.closing) })
	select {
	case <-reporter.closed:
	case <-time.After(closeLimit):
	}
}

func (reporter *Reporter) add(view *rmq.MessageView, errorType, message string) {
	fields := map[string]any{
		"messageId": view.GetMessageId(), "topic": view.GetTopic(), "group": reporter.group,
		"attempt": max(1, view.GetDeliveryAttempt()), "errorType": cut(errorType, 200),
		"message": cut(message, 4000), "stack": cut(string(debug.Stack()), 16000),
	}
	if reporter.AppVersion != "" {
		fields["appVersion"] = reporter.AppVersion
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return
	}
	select {
	case reporter.waiting <- report{text[:len(text)-1], time.Now()}:
	default:
		reporter.drop(1, fmt.Sprintf("%d wait already", mostWaiting))
	}
}

func (reporter *Reporter) sendAll() {
	defer close(reporter.closed)
	var next *report
	for {
		if next == nil {
			select {
			case first := <-reporter.waiting:
				next = &first
				reporter.pause(gather)
			case <-reporter.closing:
				select {
				case first := <-reporter.waiting:
					next = &first
				default:
					return
				}
			}
		}
		next = reporter.send(*next)
	}
}

// send sends what waits, up to the limits of one call; it answers the report that did not fit.
// A repeat is harmless: the first report of a delivery stays.
func (reporter *Reporter) send(first report) (left *report) {
	reports, size := []report{first}, len(first.text)+agoBytes
take:
	for len(reports) < mostReports {
		select {
		case next := <-reporter.waiting:
			if size += len(next.text) + agoBytes; size > mostBytes {
				left = &next
				break take
			}
			reports = append(reports, next)
		default:
			break take
		}
	}
	problem := ""
	for try := 0; try < tries; try++ {
		if try > 0 {
			reporter.pause(firstPause << (try - 1))
		}
		status, err := reporter.post(bodyOf(reports))
		if err != nil {
			problem = err.Error()
			continue
		}
		if status < 300 {
			return left
		}
		problem = fmt.Sprintf("HTTP %d", status)
		if status < 500 && status != http.StatusTooManyRequests {
			break
		}
	}
	reporter.drop(len(reports), problem)
	return left
}

// bodyOf says how long ago each delivery failed: a re-drive may have begun the next life of the message meanwhile.
func bodyOf(reports []report) []byte {
	texts := make([][]byte, len(reports))
	for i, each := range reports {
		texts[i] = fmt.Appendf(nil, `%s,"agoMs":%d}`, each.text, min(time.Since(each.failedAt), mostAgo).Milliseconds())
	}
	return slices.Concat([]byte(`{"items":[`), bytes.Join(texts, []byte(",")), []byte("]}"))
}

func (reporter *Reporter) post(body []byte) (int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), callLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, reporter.url, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("authorization", "Bearer "+reporter.token)
	request.Header.Set("content-type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	answer.Body.Close()
	return answer.StatusCode, nil
}

// pause is short once the application shuts down.
func (reporter *Reporter) pause(wait time.Duration) {
	select {
	case <-reporter.closing:
		time.Sleep(min(wait, gather/2))
	case <-time.After(wait):
	}
}

func (reporter *Reporter) drop(count int, problem string) {
	reporter.mutex.Lock()
	defer reporter.mutex.Unlock()
	reporter.dropped += count
	if now := time.Now(); now.Sub(reporter.warnedAt) >= warnEvery {
		reporter.warnedAt = now
		log.Printf("Redrive: %d failure reports were dropped so far; the last time: %s", reporter.dropped, problem)
	}
}

func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}
