package collectionscontract

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"
)

// plain hides what the ResponseWriter of the server can do, as many middlewares do.
type plain struct{ http.ResponseWriter }

// hidden is one that hides it wholly, and keeps the status for a log.
type hidden struct {
	w      http.ResponseWriter
	status int
}

func (h *hidden) Header() http.Header                 { return h.w.Header() }
func (h *hidden) WriteHeader(status int)              { h.status = status; h.w.WriteHeader(status) }
func (h *hidden) Write(bytes []byte) (n int, _ error) { return h.w.Write(bytes) }

// compressed keeps the first status until the end.
type compressed struct {
	http.ResponseWriter
	code int
}

func (c *compressed) WriteHeader(status int) {
	if c.code == 0 {
		c.code = status
	}
}

// serveBehind puts a middleware in front of a receiver.
func serveBehind(t *testing.T, p *told, middleware func(next http.Handler) http.Handler) *httptest.Server {
	t.Helper()
	options := ReceiverOptions{MaxBodyBytes: 2000, BodyTimeout: 300 * time.Millisecond, OnProblem: p.add}
	server := httptest.NewServer(middleware(receiverOf(t, takes, options)))
	server.Config.ErrorLog = nil
	t.Cleanup(server.Close)
	return server
}

func TestBodiesThatDoNotEnd(t *testing.T) {
	const json = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	wrappers := map[string]func(w http.ResponseWriter) http.ResponseWriter{
		"none":   func(w http.ResponseWriter) http.ResponseWriter { return w },
		"plain":  func(w http.ResponseWriter) http.ResponseWriter { return plain{w} },
		"hidden": func(w http.ResponseWriter) http.ResponseWriter { return &hidden{w, 200} },
	}
	for name, wrap := range wrappers {
		server := serveBehind(t, &told{}, func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { next.ServeHTTP(wrap(w), req) })
		})
		for status, head := range map[string]string{
			"HTTP/1.1 400 ": json + "Content-Length: 900\r\n\r\n{",
			"HTTP/1.1 408 ": json + "Content-Length: 900\r\n\r\n{",
			"HTTP/1.1 413 ": json + "Transfer-Encoding: chunked\r\n\r\n7d1\r\n" + strings.Repeat("x", 2001),
			"HTTP/1.1 415 ": "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{",
		} {
			connection, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(connection, head)
			if strings.Contains(status, "400") {
				connection.(*net.TCPConn).CloseWrite()
			}
			connection.SetReadDeadline(time.Now().Add(10 * time.Second))
			answer := make([]byte, len(status))
			_, err = io.ReadFull(connection, answer)
			if name == "plain" && err == nil {
				// The connection is closed, too. Where it is hidden, only the server can do that.
				_, err = io.ReadAll(connection)
			}
			if err != nil || string(answer) != status {
				t.Errorf("%s: %q (%v)", name, answer, err)
			}
			connection.Close()
		}
		if status := post(t, server, payment(1), genuine(t, payment(1)), false); status != 204 {
			t.Errorf("%s: a whole body was answered %d", name, status)
		}
	}
}

func TestARefusalInHTTP2EndsNoOtherDelivery(t *testing.T) {
	server := httptest.NewUnstartedServer(receiverOf(t, takes, ReceiverOptions{OnProblem: (&told{}).add}))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	body, isReused := payment(1), false
	trace := &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) { isReused = got.Reused }}
	for _, expected := range []struct {
		mediaType string
		status    int
	}{{"text/plain", 415}, {"application/json", 204}} {
		request, _ := http.NewRequest(http.MethodPost, server.URL, bytes.NewReader(body))
		request.Header.Set("Content-Type", expected.mediaType)
		request.Header.Set(SignatureHeader, genuine(t, body))
		answer, err := server.Client().Do(request.WithContext(httptrace.WithClientTrace(request.Context(), trace)))
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		if answer.ProtoMajor != 2 || answer.StatusCode != expected.status {
			t.Errorf("%s: %d", answer.Proto, answer.StatusCode)
		}
	}
	if !isReused {
		t.Error("the refusal ended the connection")
	}
}

func TestABodyThatAMiddlewareRead(t *testing.T) {
	for name, take := range map[string]func(req *http.Request){
		"read":   func(req *http.Request) { io.Copy(io.Discard, req.Body) },
		"closed": func(req *http.Request) { io.Copy(io.Discard, req.Body); req.Body.Close() },
		"gone":   func(req *http.Request) { req.Body = http.NoBody },
	} {
		p := &told{}
		server := serveBehind(t, p, func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				take(req)
				next.ServeHTTP(w, req)
			})
		})
		for _, isChunked := range []bool{false, true} {
			if status := post(t, server, payment(1), genuine(t, payment(1)), isChunked); status != 400 {
				t.Errorf("%s: answered %d", name, status)
			}
		}
		if p.codes[0] != CodeBodyNotReceived {
			t.Errorf("%s: %v", name, p.codes)
		}
	}
}

func TestABodyThatPanicsEndsNoProcess(t *testing.T) {
	request, recorder := httptest.NewRequest(http.MethodPost, "/", nil), httptest.NewRecorder()
	request.Header.Set("Content-Type", "application/json")
	request.Body = nil
	receiverOf(t, takes, ReceiverOptions{OnProblem: (&told{}).add}).ServeHTTP(recorder, request)
	if recorder.Code != 400 {
		t.Errorf("answered %d", recorder.Code)
	}
}

func TestAnAnswerThatWasBegunIsNeverAConfirmation(t *testing.T) {
	for name, wrap := range map[string]func(w http.ResponseWriter) http.ResponseWriter{
		"as it is":   func(w http.ResponseWriter) http.ResponseWriter { return w },
		"unwraps":    func(w http.ResponseWriter) http.ResponseWriter { return unwraps{w} },
		"written":    func(w http.ResponseWriter) http.ResponseWriter { return written{plain{w}} },
		"hidden":     func(w http.ResponseWriter) http.ResponseWriter { return &hidden{w, 200} },
		"recovers":   func(w http.ResponseWriter) http.ResponseWriter { return w },
		"compresses": func(w http.ResponseWriter) http.ResponseWriter { return w },
	} {
		server := serveBehind(t, &told{}, func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				if name == "recovers" {
					defer func() { _ = recover() }()
				}
				if name == "compresses" {
					first := &compressed{ResponseWriter: w}
					defer func() { first.ResponseWriter.WriteHeader(first.code) }()
					w = first
				}
				w.WriteHeader(200)
				next.ServeHTTP(wrap(w), req)
			})
		})
		over2 := httptest.NewUnstartedServer(server.Config.Handler)
		over2.EnableHTTP2 = true
		over2.StartTLS()
		defer over2.Close()
		forged := SignaturePrefix + strings.Repeat("0", 64)
		for _, one := range []*httptest.Server{server, over2} {
			if status := post(t, one, payment(1), forged, false); status != 0 {
				t.Errorf("%s %s: a forgery was answered %d", name, one.URL, status)
			}
			if status := post(t, one, payment(1), genuine(t, payment(1)), false); status != 200 {
				t.Errorf("%s %s: a payment was answered %d", name, one.URL, status)
			}
		}
	}
}

type unwraps struct{ http.ResponseWriter }

func (w unwraps) Unwrap() http.ResponseWriter { return w.ResponseWriter }

type written struct{ http.ResponseWriter }

func (written) Written() bool { return true }
