package collectionscontract

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"
)

// ServeHTTP answers 2xx only after the payment is handed over.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	hasDeadline := setDeadline(w, (*http.ResponseController).SetReadDeadline, time.Now().Add(r.options.BodyTimeout))
	if server, ok := req.Context().Value(http.ServerContextKey).(*http.Server); ok && !hasDeadline && server.ReadTimeout == 0 {
		r.hidden.Do(func() {
			r.options.Logger.Warn("webhook receiver: a middleware hides the connection, so slow senders can hold it: give http.Server a " +
				"ReadTimeout, or the ResponseWriter of the middleware a method Unwrap")
		})
	}
	body, answer := r.read(w, req, hasDeadline)
	if len(req.TransferEncoding) > 0 {
		// net/http drops a Content-Length beside chunks, so nothing may follow chunks on a connection.
		w.Header().Set("Connection", "close")
	}
	if answer.Status == 0 {
		setDeadline(w, (*http.ResponseController).SetReadDeadline, time.Time{})
		answer = r.Receive(req.Context(), body, strings.Join(req.Header.Values(SignatureHeader), ","))
	} else if req.ProtoMajor < 2 {
		// The deadline stays for what net/http still reads of the body. In HTTP/2 it would end the other deliveries, too.
		w.Header().Set("Connection", "close")
	}
	r.answer(w, answer)
}

func (r *Receiver) answer(w http.ResponseWriter, answer Answer) {
	if answer.Code == "" {
		w.WriteHeader(answer.Status)
		return
	}
	if hasBegun(w) {
		// A handler before this one has begun an answer, which may be 2xx. Only a broken connection is none, and a
		// middleware such as gin.Recovery takes the panic for one of many: so nothing more can be written, either.
		setDeadline(w, (*http.ResponseController).SetWriteDeadline, time.Unix(1, 0))
		panic(http.ErrAbortHandler)
	}
	if answer.Status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", http.MethodPost)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(answer.Status)
	// Codes are constants, which can be written.
	_ = json.NewEncoder(w).Encode(map[string]string{"code": answer.Code})
}

// read returns the body, or an answer with a status.
func (r *Receiver) read(w http.ResponseWriter, req *http.Request, hasDeadline bool) ([]byte, Answer) {
	contentType := strings.Join(req.Header.Values("Content-Type"), ",")
	if answer, isRefused := r.RefuseHead(req.Method, contentType, req.ContentLength); isRefused {
		return nil, answer
	}
	read := readAll
	if !hasDeadline {
		// A ResponseWriter that hides the one of the server, or a server without deadlines.
		read = r.readInTime
	}
	body, err := read(http.MaxBytesReader(w, req.Body, r.options.MaxBodyBytes))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.Is(err, http.ErrBodyReadAfterClose):
		return nil, r.refuse(http.StatusBadRequest, CodeBodyNotReceived, nil)
	case err == nil && (len(body) == 0 || int64(len(body)) >= req.ContentLength):
		return body, Answer{}
	case errors.As(err, &tooLarge):
		return nil, r.refuse(http.StatusRequestEntityTooLarge, CodeBodyTooLarge, nil)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, r.refuse(http.StatusRequestTimeout, CodeBodyTimeout, nil)
	}
	return nil, r.refuse(http.StatusBadRequest, CodeBodyIncomplete, nil)
}

// readInTime gives up after BodyTimeout. The server ends what still reads when the handler returns.
func (r *Receiver) readInTime(body io.Reader) ([]byte, error) {
	type result struct {
		body []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		body, err := readAll(body)
		done <- result{body, err}
	}()
	select {
	case all := <-done:
		return all.body, all.err
	case <-time.After(r.options.BodyTimeout):
		return nil, os.ErrDeadlineExceeded
	}
}

// readAll turns a panic into an error, too: a middleware may have made the body.
func readAll(from io.Reader) (body []byte, err error) {
	err = caught(func() (err error) {
		body, err = io.ReadAll(from)
		return err
	})
	return body, err
}

// setDeadline tells whether the deadline is set. A server without deadlines has its own way to end slow
// requests.
func setDeadline(w http.ResponseWriter, set func(*http.ResponseController, time.Time) error, deadline time.Time) bool {
	for ; w != nil; w = unwrapped(w) {
		if set(http.NewResponseController(w), deadline) == nil {
			return true
		}
	}
	return false
}

// hasBegun tells whether a status was sent before. No interface of net/http says so: a ResponseWriter
// may have the method Written, as those of gin and negroni. net/http, httptest and echo have a field,
// HTTP/2 behind one.
func hasBegun(w http.ResponseWriter) bool {
	for ; w != nil; w = unwrapped(w) {
		if written, ok := w.(interface{ Written() bool }); ok && written.Written() {
			return true
		}
		value := reflect.ValueOf(w)
		for _, field := range []reflect.Value{
			fieldOf(value, "wroteHeader"), fieldOf(value, "Committed"), fieldOf(fieldOf(value, "rws"), "wroteHeader"),
		} {
			if field.Kind() == reflect.Bool && field.Bool() {
				return true
			}
		}
	}
	return false
}

// unwrapped returns what a ResponseWriter wraps, by its method or because it embeds it; else nil.
func unwrapped(w http.ResponseWriter) http.ResponseWriter {
	if outer, ok := w.(interface{ Unwrap() http.ResponseWriter }); ok {
		return outer.Unwrap()
	}
	if field := fieldOf(reflect.ValueOf(w), "ResponseWriter"); field.IsValid() && field.CanInterface() {
		inner, _ := field.Interface().(http.ResponseWriter)
		return inner
	}
	return nil
}

// fieldOf is not valid where there is no such field.
func fieldOf(value reflect.Value, name string) reflect.Value {
	value = reflect.Indirect(value)
	if value.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	field, isThere := value.Type().FieldByName(name)
	if !isThere || len(field.Index) > 1 {
		return reflect.Value{}
	}
	return value.FieldByIndex(field.Index)
}
