package main

import (
	"context"
	"fmt"
	"net"
	"os"

	pb "github.com/apache/rocketmq-clients/golang/v5/protocol/v2"
	"google.golang.org/grpc"
)

type nothing struct {
	pb.UnimplementedMessagingServiceServer
}

var accepted = &pb.Status{Code: pb.Code_OK, Message: "ok"}

func (nothing) SendMessage(_ context.Context, request *pb.SendMessageRequest) (*pb.SendMessageResponse, error) {
	entries := make([]*pb.SendResultEntry, len(request.GetMessages()))
	for index, each := range request.GetMessages() {
		entries[index] = &pb.SendResultEntry{Status: accepted, MessageId: each.GetSystemProperties().GetMessageId()}
	}
	return &pb.SendMessageResponse{Status: accepted, Entries: entries}, nil
}

// Answers sends until its input ends; prints where it listens.
func serve(o options) (report, error) {
	listener, err := net.Listen("tcp", o.endpoint)
	if err != nil {
		return report{}, err
	}
	server := grpc.NewServer()
	pb.RegisterMessagingServiceServer(server, nothing{})
	go func() {
		_, _ = os.Stdin.Read(make([]byte, 1))
		server.Stop()
	}()
	fmt.Println(listener.Addr())
	return report{}, server.Serve(listener)
}
