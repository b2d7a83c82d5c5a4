package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	rmq "github.com/apache/rocketmq-clients/golang/v5"
	"github.com/apache/rocketmq-clients/golang/v5/credentials"

	"redrive/e2e/reportfailures"
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
	Report       *reporter         `json:"report"`
}

// Where the documented wrapper reports failures; without one, the listener is not wrapped.
type reporter struct {
	Url        string `json:"url"`
	Token      string `json:"token"`
	AppVersion string `json:"appVersion"`
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

func (h *host) carryOut(cmd command) (any, error) {
	switch cmd.Command {
	case "producer":
		return nil, h.start(cmd, func(config *rmq.Config) (lifecycle, error) { return producer(cmd, config) })
	case "push":
		return nil, h.start(cmd, func(config *rmq.Config) (lifecycle, error) { return push(cmd, config) })
	case "simple":
		return nil, h.start(cmd, func(config *rmq.Config) (lifecycle, error) { return simple(cmd, config) })
	case "send":
		return h.send(cmd)
	case "transaction":
		return h.transaction(cmd)
	case "receive":
		return h.receive(cmd)
	case "ack":
		return nil, h.consumer(cmd).Ack(context.Background(), h.message(cmd))
	case "change":
		return nil, h.consumer(cmd).ChangeInvisibleDuration(h.message(cmd), millis(cmd.InvisibleMs))
	case "close":
		h.lock.Lock()
		client := h.clients[cmd.Client]
		h.lock.Unlock()
		return nil, client.GracefulStop()
	default:
		return nil, fmt.Errorf("no command %s", cmd.Command)
	}
}

func (h *host) start(cmd command, make func(*rmq.Config) (lifecycle, error)) error {
	// A variable of the whole SDK: a host is given clients of one kind.
	rmq.EnableSsl = cmd.Tls
	config := &rmq.Config{Endpoint: h.endpoint, ConsumerGroup: cmd.Group, Credentials: &credentials.SessionCredentials{
		AccessKey: cmd.AccessKey, AccessSecret: cmd.SecretKey,
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
	h.clients[cmd.Client] = client
	return nil
}

func producer(cmd command, config *rmq.Config) (lifecycle, error) {
	options := []rmq.ProducerOption{rmq.WithTopics(cmd.Topic)}
	if cmd.Checked != "" {
		checker := &rmq.TransactionChecker{Check: func(view *rmq.MessageView) rmq.TransactionResolution {
			report("checked", cmd.Client, view, "")
			if cmd.Checked == "COMMIT" {
				return rmq.COMMIT
			}
			return rmq.ROLLBACK
		}}
		options = append(options, rmq.WithTransactionChecker(checker))
	}
	return rmq.NewProducer(config, options...)
}

// The listener fails the deliveries up to attempt "failing" (all with a negative one) after working "workMs".
func push(cmd command, config *rmq.Config) (lifecycle, error) {
	consume := func(view *rmq.MessageView) rmq.ConsumerResult {
		report("received", cmd.Client, view, "")
		time.Sleep(millis(cmd.WorkMs))
		if cmd.Failing < 0 || view.GetDeliveryAttempt() <= cmd.Failing {
			report("ended", cmd.Client, view, "FAILURE")
			return rmq.FAILURE
		}
		report("ended", cmd.Client, view, "SUCCESS")
		return rmq.SUCCESS
	}
	if cmd.Report != nil {
		reporting := reportfailures.New(cmd.Report.Url, cmd.Report.Token, cmd.Group)
		reporting.AppVersion = cmd.Report.AppVersion
		unwrapped := consume
		consume = reporting.Wrap(func(view *rmq.MessageView) error {
			if unwrapped(view) == rmq.FAILURE {
				return errors.New("thrown by the listener")
			}
			return nil
		})
	}
	return rmq.NewPushConsumer(config,
		rmq.WithPushAwaitDuration(5*time.Second),
		rmq.WithPushSubscriptionExpressions(filters(cmd)),
		rmq.WithPushMessageListener(&rmq.FuncMessageListener{Consume: consume}))
}

func simple(cmd command, config *rmq.Config) (lifecycle, error) {
	return rmq.NewSimpleConsumer(config,
		rmq.WithSimpleAwaitDuration(5*time.Second),
		rmq.WithSimpleSubscriptionExpressions(filters(cmd)))
}

func filters(cmd command) map[string]*rmq.FilterExpression {
	if cmd.Tag == "" {
		return map[string]*rmq.FilterExpression{cmd.Topic: rmq.SUB_ALL}
	}
	return map[string]*rmq.FilterExpression{cmd.Topic: rmq.NewFilterExpression(cmd.Tag)}
}

func (h *host) send(cmd command) (any, error) {
	receipts, err := h.client(cmd).(rmq.Producer).Send(context.Background(), message(cmd))
	if err != nil {
		return nil, err
	}
	return map[string]any{"messageId": receipts[0].MessageID}, nil
}

func (h *host) transaction(cmd command) (any, error) {
	producer := h.client(cmd).(rmq.Producer)
	transaction := producer.BeginTransaction()
	receipts, err := producer.SendWithTransaction(context.Background(), message(cmd), transaction)
	if err != nil {
		return nil, err
	}
	switch cmd.End {
	case "COMMIT":
		err = transaction.Commit()
	case "ROLLBACK":
		err = transaction.RollBack()
	}
	return map[string]any{"messageId": receipts[0].MessageID}, err
}

func message(cmd command) *rmq.Message {
	message := &rmq.Message{Topic: cmd.Topic, Body: []byte(cmd.Body)}
	if cmd.Tag != "" {
		message.SetTag(cmd.Tag)
	}
	if cmd.Key != "" {
		message.SetKeys(cmd.Key)
	}
	if cmd.MessageGroup != "" {
		message.SetMessageGroup(cmd.MessageGroup)
	}
	if cmd.DeliverInMs != 0 {
		message.SetDelayTimestamp(time.Now().Add(millis(cmd.DeliverInMs)))
	}
	for key, value := range cmd.Properties {
		message.AddProperty(key, value)
	}
	return message
}

func (h *host) receive(cmd command) (any, error) {
	views, err := h.consumer(cmd).Receive(context.Background(), cmd.Max, millis(cmd.InvisibleMs))
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

func (h *host) client(cmd command) lifecycle {
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.clients[cmd.Client]
}

func (h *host) consumer(cmd command) rmq.SimpleConsumer {
	return h.client(cmd).(rmq.SimpleConsumer)
}

func (h *host) message(cmd command) *rmq.MessageView {
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.received[cmd.Message]
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
