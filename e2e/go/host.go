package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	rmq "github.com/apache/rocketmq-clients/golang/v5"
	"github.com/apache/rocketmq-clients/golang/v5/credentials"
)

type command struct {
	ID           int               `json:"id"`
	Command      string            `json:"command"`
	Client       string            `json:"client"`
	Topic        string            `json:"topic"`
	Group        string            `json:"group"`
	Body         string            `json:"body"`
	Tag          string            `json:"tag"`
	Key          string            `json:"key"`
	MessageGroup string            `json:"messageGroup"`
	Properties   map[string]string `json:"properties"`
	DeliverInMs  int64             `json:"deliverInMs"`
	Checked      string            `json:"checked"`
	End          string            `json:"end"`
	Failing      int32             `json:"failing"`
	WorkMs       int64             `json:"workMs"`
	Max          int32             `json:"max"`
	InvisibleMs  int64             `json:"invisibleMs"`
	Message      string            `json:"message"`
	AccessKey    string            `json:"accessKey"`
	SecretKey    string            `json:"secretKey"`
	Tls          bool              `json:"tls"`
}

// Of every kind of client.
type lifecycle interface {
	Start() error
	GracefulStop() error
}

// Clients and received messages are known by the names the test gave them.
type host struct {
	endpoint string
	lock     sync.Mutex
	clients  map[string]lifecycle
	received map[string]*rmq.MessageView
}

func newHost(endpoint string) *host {
	return &host{endpoint: endpoint, clients: map[string]lifecycle{}, received: map[string]*rmq.MessageView{}}
}

func (h *host) carryOut(told command) (any, error) {
	switch told.Command {
	case "producer":
		return nil, h.start(told, func(config *rmq.Config) (lifecycle, error) { return producer(told, config) })
	case "push":
		return nil, h.start(told, func(config *rmq.Config) (lifecycle, error) { return push(told, config) })
	case "simple":
		return nil, h.start(told, func(config *rmq.Config) (lifecycle, error) { return simple(told, config) })
	case "send":
		return h.send(told)
	case "transaction":
		return h.transaction(told)
	case "receive":
		return h.receive(told)
	case "ack":
		return nil, h.consumer(told).Ack(context.Background(), h.message(told))
	case "change":
		return nil, h.consumer(told).ChangeInvisibleDuration(h.message(told), millis(told.InvisibleMs))
	case "close":
		h.lock.Lock()
		client := h.clients[told.Client]
		h.lock.Unlock()
		return nil, client.GracefulStop()
	default:
		return nil, fmt.Errorf("no command %s", told.Command)
	}
}

func (h *host) start(told command, make func(*rmq.Config) (lifecycle, error)) error {
	// A variable of the whole SDK: a host is given clients of one kind.
	rmq.EnableSsl = told.Tls
	config := &rmq.Config{Endpoint: h.endpoint, ConsumerGroup: told.Group, Credentials: &credentials.SessionCredentials{
		AccessKey: told.AccessKey, AccessSecret: told.SecretKey,
	}}
	client, err := make(config)
	if err != nil {
		return err
	}
	if err := client.Start(); err != nil {
		return err
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	h.clients[told.Client] = client
	return nil
}

func producer(told command, config *rmq.Config) (lifecycle, error) {
	options := []rmq.ProducerOption{rmq.WithTopics(told.Topic)}
	if told.Checked != "" {
		checker := &rmq.TransactionChecker{Check: func(view *rmq.MessageView) rmq.TransactionResolution {
			report("checked", told.Client, view, "")
			if told.Checked == "COMMIT" {
				return rmq.COMMIT
			}
			return rmq.ROLLBACK
		}}
		options = append(options, rmq.WithTransactionChecker(checker))
	}
	return rmq.NewProducer(config, options...)
}

// The listener fails the deliveries up to attempt "failing" (all with a negative one) after working "workMs".
func push(told command, config *rmq.Config) (lifecycle, error) {
	consume := func(view *rmq.MessageView) rmq.ConsumerResult {
		report("received", told.Client, view, "")
		time.Sleep(millis(told.WorkMs))
		if told.Failing < 0 || view.GetDeliveryAttempt() <= told.Failing {
			report("ended", told.Client, view, "FAILURE")
			return rmq.FAILURE
		}
		report("ended", told.Client, view, "SUCCESS")
		return rmq.SUCCESS
	}
	return rmq.NewPushConsumer(config,
		rmq.WithPushAwaitDuration(5*time.Second),
		rmq.WithPushSubscriptionExpressions(filters(told)),
		rmq.WithPushMessageListener(&rmq.FuncMessageListener{Consume: consume}))
}

func simple(told command, config *rmq.Config) (lifecycle, error) {
	return rmq.NewSimpleConsumer(config,
		rmq.WithSimpleAwaitDuration(5*time.Second),
		rmq.WithSimpleSubscriptionExpressions(filters(told)))
}

func filters(told command) map[string]*rmq.FilterExpression {
	if told.Tag == "" {
		return map[string]*rmq.FilterExpression{told.Topic: rmq.SUB_ALL}
	}
	return map[string]*rmq.FilterExpression{told.Topic: rmq.NewFilterExpression(told.Tag)}
}

func (h *host) send(told command) (any, error) {
	receipts, err := h.client(told).(rmq.Producer).Send(context.Background(), message(told))
	if err != nil {
		return nil, err
	}
	return map[string]any{"messageId": receipts[0].MessageID}, nil
}

func (h *host) transaction(told command) (any, error) {
	producer := h.client(told).(rmq.Producer)
	transaction := producer.BeginTransaction()
	receipts, err := producer.SendWithTransaction(context.Background(), message(told), transaction)
	if err != nil {
		return nil, err
	}
	switch told.End {
	case "COMMIT":
		err = transaction.Commit()
	case "ROLLBACK":
		err = transaction.RollBack()
	}
	return map[string]any{"messageId": receipts[0].MessageID}, err
}

func message(told command) *rmq.Message {
	message := &rmq.Message{Topic: told.Topic, Body: []byte(told.Body)}
	if told.Tag != "" {
		message.SetTag(told.Tag)
	}
	if told.Key != "" {
		message.SetKeys(told.Key)
	}
	if told.MessageGroup != "" {
		message.SetMessageGroup(told.MessageGroup)
	}
	if told.DeliverInMs != 0 {
		message.SetDelayTimestamp(time.Now().Add(millis(told.DeliverInMs)))
	}
	for key, value := range told.Properties {
		message.AddProperty(key, value)
	}
	return message
}

func (h *host) receive(told command) (any, error) {
	views, err := h.consumer(told).Receive(context.Background(), told.Max, millis(told.InvisibleMs))
	if err != nil {
		return nil, err
	}
	messages := []map[string]any{}
	h.lock.Lock()
	defer h.lock.Unlock()
	for _, view := range views {
		name := fmt.Sprintf("%s#%d", view.GetMessageId(), view.GetDeliveryAttempt())
		h.received[name] = view
		line := viewOf(view)
		line["name"] = name
		messages = append(messages, line)
	}
	return messages, nil
}

func (h *host) client(told command) lifecycle {
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.clients[told.Client]
}

func (h *host) consumer(told command) rmq.SimpleConsumer {
	return h.client(told).(rmq.SimpleConsumer)
}

func (h *host) message(told command) *rmq.MessageView {
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.received[told.Message]
}

func report(event, client string, view *rmq.MessageView, result string) {
	line := viewOf(view)
	line["event"] = event
	line["client"] = client
	if result != "" {
		line["result"] = result
	}
	show(line)
}

var startedAt = time.Now()

func viewOf(view *rmq.MessageView) map[string]any {
	line := map[string]any{
		"messageId":  view.GetMessageId(),
		"topic":      view.GetTopic(),
		"body":       string(view.GetBody()),
		"attempt":    view.GetDeliveryAttempt(),
		"keys":       view.GetKeys(),
		"properties": view.GetProperties(),
		"atMs":       float64(time.Since(startedAt).Microseconds()) / 1000,
		"wallMs":     time.Now().UnixMilli(),
	}
	if tag := view.GetTag(); tag != nil {
		line["tag"] = *tag
	}
	if group := view.GetMessageGroup(); group != nil {
		line["messageGroup"] = *group
	}
	if at := view.GetDeliveryTimestamp(); at != nil {
		line["deliverAtMs"] = at.UnixMilli()
	}
	return line
}

func millis(count int64) time.Duration {
	return time.Duration(count) * time.Millisecond
}
