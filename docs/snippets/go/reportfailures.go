// Package reportfailures says why a delivery failed, beside the unmodified client
// (github.com/apache/rocketmq-clients/golang/v5), and then fails as before.
package reportfailures

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	rmq "github.com/apache/rocketmq-clients/golang/v5"
)

// Limit is the most a report may delay a failure.
const Limit = time.Second

// Wrap turns a handler that answers an error into the listener of a push consumer.
func Wrap(handle func(*rmq.MessageView) error, consoleURL, token, group string) func(*rmq.MessageView) rmq.ConsumerResult {
	return func(view *rmq.MessageView) (result rmq.ConsumerResult) {
		defer func() {
			if panicked := recover(); panicked != nil {
				report(view, "panic", fmt.Sprint(panicked), consoleURL, token, group)
				panic(panicked)
			}
		}()
		if err := handle(view); err != nil {
			report(view, fmt.Sprintf("%T", err), err.Error(), consoleURL, token, group)
			return rmq.FAILURE
		}
		return rmq.SUCCESS
	}
}

func report(view *rmq.MessageView, errorType, message, consoleURL, token, group string) {
	body, err := json.Marshal(map[string]any{
		"messageId": view.GetMessageId(), "topic": view.GetTopic(), "group": group, "attempt": view.GetDeliveryAttempt(),
		"errorType": cut(errorType, 200), "message": cut(message, 4000), "stack": cut(string(debug.Stack()), 16000),
	})
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), Limit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, consoleURL+"/api/v1/failures", bytes.NewReader(body))
	if err != nil {
		return
	}
	request.Header.Set("authorization", "Bearer "+token)
	request.Header.Set("content-type", "application/json")
	// A report that cannot be made is dropped: the delivery fails with or without it.
	if answer, err := http.DefaultClient.Do(request); err == nil {
		answer.Body.Close()
	}
}

func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}
