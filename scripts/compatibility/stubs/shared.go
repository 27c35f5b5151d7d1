package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
)

func received(body []byte, model any) {
	encoded, _ := json.Marshal(model)
	text := base64.StdEncoding.EncodeToString
	fmt.Printf("received\t%s\t%s\n", text(body), text(encoded))
}

func listen(stub http.Handler) {
	handler := KeepBytes(os.Getenv("WEBHOOK_SECRET"), stub)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), handler))
}
