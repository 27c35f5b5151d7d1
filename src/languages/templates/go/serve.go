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
	if answer.Status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", http.MethodPost)
	}
	w.Header().Set("Content-Type", "application/json")
	isBegun := hasBegun(w)
	w.WriteHeader(answer.Status)
	if isBegun || keepsSuccess(w, answer.Status) {
		// A handler before this one has begun an answer, which may be 2xx. Only a broken connection is none, and a
		// middleware such as gin.Recovery takes the panic for one of many: so nothing more can be written, either.
		setDeadline(w, (*http.ResponseController).SetWriteDeadline, time.Unix(1, 0))
		panic(http.ErrAbortHandler)
	}
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
		return nil, r.refuse(http.StatusBadRequest, CodeBodyNotReceived)
	case err == nil && (len(body) == 0 || int64(len(body)) >= req.ContentLength):
		return body, Answer{}
	case errors.As(err, &tooLarge):
		return nil, r.refuse(http.StatusRequestEntityTooLarge, CodeBodyTooLarge)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, r.refuse(http.StatusRequestTimeout, CodeBodyTimeout)
	}
	return nil, r.refuse(http.StatusBadRequest, CodeBodyIncomplete)
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
// may have the method Written, as those of gin and negroni. net/http, httptest and echo have a field.
func hasBegun(w http.ResponseWriter) (isBegun bool) {
	eachField(reflect.ValueOf(w), 10, func(name string, field reflect.Value) {
		isFlag := field.Kind() == reflect.Bool && (name == "wroteHeader" || name == "Committed")
		isBegun = isBegun || isFlag && field.Bool()
	})
	for ; w != nil && !isBegun; w = unwrapped(w) {
		written, ok := w.(interface{ Written() bool })
		isBegun = ok && written.Written()
	}
	return isBegun
}

// keepsSuccess tells whether a 2xx of before was kept although another status was written, as by writers that compress:
// they send the first one at the end. A writer for logs may start at 200, but takes the status.
func keepsSuccess(w http.ResponseWriter, status int) bool {
	isKept, isTaken := false, false
	eachField(reflect.ValueOf(w), 10, func(name string, field reflect.Value) {
		name = strings.ToLower(name)
		if field.CanInt() && (strings.Contains(name, "code") || strings.Contains(name, "status")) {
			isKept = isKept || field.Int()/100 == 2
			isTaken = isTaken || field.Int() == int64(status)
		}
	})
	return isKept && !isTaken
}

// eachField goes through the fields of a ResponseWriter and of those inside of it, which may be in a circle. HTTP/2 has
// its own in rws.
func eachField(of reflect.Value, depth int, see func(name string, field reflect.Value)) {
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Interface {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || depth == 0 {
		return
	}
	for i := range of.NumField() {
		field := of.Type().Field(i)
		see(field.Name, of.Field(i))
		if field.Anonymous || field.Name == "rws" || field.Type.Implements(reflect.TypeFor[http.ResponseWriter]()) {
			eachField(of.Field(i), depth-1, see)
		}
	}
}

// unwrapped returns what a ResponseWriter wraps, by its method or because it embeds it; else nil.
func unwrapped(w http.ResponseWriter) http.ResponseWriter {
	if outer, ok := w.(interface{ Unwrap() http.ResponseWriter }); ok {
		return outer.Unwrap()
	}
	value := reflect.Indirect(reflect.ValueOf(w))
	if value.Kind() != reflect.Struct {
		return nil
	}
	field, isThere := value.Type().FieldByName("ResponseWriter")
	if !isThere || len(field.Index) > 1 {
		return nil
	}
	inner, _ := value.FieldByIndex(field.Index).Interface().(http.ResponseWriter)
	return inner
}
