package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"time"

	pb "github.com/apache/rocketmq-clients/golang/v5/protocol/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

const (
	callLimit   = 30 * time.Second
	invisible   = 60 * time.Second
	heartbeatMs = 10_000
)

var made atomic.Uint64
var session = rand.Uint64()
var errBusy = errors.New("send: too many requests")

// One connection, introduced as a client of its own, with the headers that the official SDKs send.
type client struct {
	id      string
	conn    *grpc.ClientConn
	service pb.MessagingServiceClient
	headers []string
}

func connect(o options) ([]*client, error) {
	clients := make([]*client, o.connections)
	for index := range clients {
		conn, err := grpc.NewClient("passthrough:///"+o.endpoint,
			grpc.WithTransportCredentials(insecure.NewCredentials()),
			grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(256<<20)))
		if err != nil {
			return nil, err
		}
		id := fmt.Sprintf("load@%d@%d@%x", os.Getpid(), index, session)
		clients[index] = &client{
			id:      id,
			conn:    conn,
			service: pb.NewMessagingServiceClient(conn),
			headers: []string{
				"x-mq-client-id", id, "x-mq-client-version", "5.1.4", "x-mq-protocol", "v2", "x-mq-language", "GO",
				"x-mq-namespace", "",
			},
		}
	}
	return clients, nil
}

func closeAll(clients []*client) {
	for _, c := range clients {
		c.conn.Close()
	}
}

// A call's context: deadline and headers, two of which differ from call to call, as with the SDKs.
func (c *client) call(parent context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	headers := metadata.Pairs(c.headers...)
	headers["x-mq-request-id"] = []string{fmt.Sprintf("%016x-%08x", session, made.Add(1))}
	headers["x-mq-date-time"] = []string{time.Now().UTC().Format("20060102T150405Z")}
	return context.WithTimeout(metadata.NewOutgoingContext(parent, headers), limit)
}

// Opens the stream on which a client says who it is, and keeps its heart beating until `ctx` ends.
func (c *client) introduce(ctx context.Context, o options) error {
	headers := metadata.NewOutgoingContext(ctx, metadata.Pairs(c.headers...))
	stream, err := c.service.Telemetry(headers)
	if err != nil {
		return err
	}
	kind := pb.ClientType_SIMPLE_CONSUMER
	if o.isPush {
		kind = pb.ClientType_PUSH_CONSUMER
	}
	group := &pb.Resource{Name: o.group}
	settings := &pb.Settings{
		ClientType:     &kind,
		RequestTimeout: durationpb.New(3 * time.Second),
		UserAgent:      &pb.UA{Language: pb.Language_GOLANG, Version: "5.1.4", Platform: "bench", Hostname: "bench"},
		PubSub: &pb.Settings_Subscription{Subscription: &pb.Subscription{
			Group: group,
			Subscriptions: []*pb.SubscriptionEntry{{
				Topic: &pb.Resource{Name: o.topic}, Expression: everything(),
			}},
			LongPollingTimeout: durationpb.New(o.poll),
		}},
	}
	command := &pb.TelemetryCommand{Command: &pb.TelemetryCommand_Settings{Settings: settings}}
	if err := stream.Send(command); err != nil {
		return err
	}
	if _, err := stream.Recv(); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	beat := func() error {
		call, cancel := c.call(ctx, callLimit)
		defer cancel()
		_, err := c.service.Heartbeat(call, &pb.HeartbeatRequest{Group: group, ClientType: kind})
		return err
	}
	if err := beat(); err != nil {
		return fmt.Errorf("heartbeat: %w", err)
	}
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(heartbeatMs * time.Millisecond):
				_ = beat()
			}
		}
	}()
	go func() {
		for {
			if _, err := stream.Recv(); err != nil {
				return
			}
		}
	}()
	return nil
}

func (c *client) queues(ctx context.Context, o options) ([]*pb.MessageQueue, error) {
	call, cancel := c.call(ctx, callLimit)
	defer cancel()
	answer, err := c.service.QueryRoute(call, &pb.QueryRouteRequest{
		Topic: &pb.Resource{Name: o.topic}, Endpoints: &pb.Endpoints{Scheme: pb.AddressScheme_IPv4},
	})
	if err != nil {
		return nil, err
	}
	if answer.GetStatus().GetCode() != pb.Code_OK {
		return nil, fmt.Errorf("route: %v", answer.GetStatus())
	}
	return answer.GetMessageQueues(), nil
}

func everything() *pb.FilterExpression {
	return &pb.FilterExpression{Type: pb.FilterType_TAG, Expression: "*"}
}

// An id of 34 characters, as the SDKs make them.
func message(o options, body []byte) *pb.Message {
	number := made.Add(1)
	system := &pb.SystemProperties{
		MessageId:     fmt.Sprintf("01%016X%016X", session, number),
		MessageType:   pb.MessageType_NORMAL,
		BodyEncoding:  pb.Encoding_IDENTITY,
		BornTimestamp: timestamppb.Now(),
		BornHost:      "bench",
	}
	if o.keys > 0 {
		group := fmt.Sprintf("key-%d", number%uint64(o.keys))
		system.MessageGroup = &group
		system.MessageType = pb.MessageType_FIFO
	}
	return &pb.Message{Topic: &pb.Resource{Name: o.topic}, SystemProperties: system, Body: body}
}

func (c *client) send(parent context.Context, messages ...*pb.Message) error {
	call, cancel := c.call(parent, callLimit)
	defer cancel()
	answer, err := c.service.SendMessage(call, &pb.SendMessageRequest{Messages: messages})
	if answer.GetStatus().GetCode() == pb.Code_TOO_MANY_REQUESTS {
		return errBusy
	}
	if err == nil && answer.GetStatus().GetCode() != pb.Code_OK {
		err = fmt.Errorf("send: %v", answer.GetStatus())
	}
	return err
}

func (c *client) receive(parent context.Context, o options, queue *pb.MessageQueue) ([]*pb.Message, error) {
	call, cancel := c.call(parent, callLimit)
	defer cancel()
	stream, err := c.service.ReceiveMessage(call, &pb.ReceiveMessageRequest{
		Group:              &pb.Resource{Name: o.group},
		MessageQueue:       queue,
		FilterExpression:   everything(),
		BatchSize:          int32(o.batch),
		InvisibleDuration:  durationpb.New(invisible),
		LongPollingTimeout: durationpb.New(o.poll),
	})
	if err != nil {
		return nil, err
	}
	var messages []*pb.Message
	for {
		part, err := stream.Recv()
		if err == io.EOF {
			return messages, nil
		}
		// The broker takes back what a broken stream has brought.
		if err != nil {
			return nil, err
		}
		if found := part.GetMessage(); found != nil {
			messages = append(messages, found)
		}
		if status := part.GetStatus(); status != nil {
			code := status.GetCode()
			if code != pb.Code_OK && code != pb.Code_MESSAGE_NOT_FOUND {
				return nil, fmt.Errorf("receive: %v", status)
			}
		}
	}
}

// A retry after a second, if the broker goes by what a client asks for.
func (c *client) fail(parent context.Context, o options, failed *pb.Message) error {
	call, cancel := c.call(parent, callLimit)
	defer cancel()
	system := failed.GetSystemProperties()
	answer, err := c.service.ChangeInvisibleDuration(call, &pb.ChangeInvisibleDurationRequest{
		Group: &pb.Resource{Name: o.group}, Topic: &pb.Resource{Name: o.topic},
		ReceiptHandle: system.GetReceiptHandle(), InvisibleDuration: durationpb.New(time.Second),
		MessageId: system.GetMessageId(),
	})
	if err == nil && answer.GetStatus().GetCode() != pb.Code_OK {
		err = fmt.Errorf("fail: %v", answer.GetStatus())
	}
	return err
}

func (c *client) ack(parent context.Context, o options, messages ...*pb.Message) error {
	call, cancel := c.call(parent, callLimit)
	defer cancel()
	entries := make([]*pb.AckMessageEntry, len(messages))
	for index, each := range messages {
		system := each.GetSystemProperties()
		entries[index] = &pb.AckMessageEntry{
			MessageId: system.GetMessageId(), ReceiptHandle: system.GetReceiptHandle(),
		}
	}
	answer, err := c.service.AckMessage(call, &pb.AckMessageRequest{
		Group: &pb.Resource{Name: o.group}, Topic: &pb.Resource{Name: o.topic}, Entries: entries,
	})
	if err == nil && answer.GetStatus().GetCode() != pb.Code_OK {
		err = fmt.Errorf("ack: %v", answer.GetStatus())
	}
	return err
}
