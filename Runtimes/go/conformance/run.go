//go:build ignore

// Builds the generated package with vectors.go in a temporary module and runs it. No go.mod is needed:
//
//	go run run.go [--code folder] [vectors.json] [--load allowlist.json]
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

func main() {
	status, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(status)
}

func run(arguments []string) (status int, err error) {
	_, self, _, _ := runtime.Caller(0)
	here := filepath.Dir(self)
	code := filepath.Join(here, "..", "..", "code", "go")
	if exists(filepath.Join(here, "allowlist.go")) {
		code = here
	}
	if len(arguments) > 1 && arguments[0] == "--code" {
		code, arguments = arguments[1], arguments[2:]
	}
	if len(arguments) == 0 || arguments[0] == "--load" {
		// Code with some of the clients has vectors of its own.
		vectors := filepath.Join(here, "vectors.json")
		if !exists(vectors) {
			vectors = filepath.Join(here, "..", "vectors.json")
		}
		arguments = append([]string{vectors}, arguments...)
	}
	directory, err := os.MkdirTemp("", "conformance")
	if err != nil {
		return 2, err
	}
	defer os.RemoveAll(directory)
	sources := []string{"vectors.go"}
	if exists(filepath.Join(code, "app_flip.go")) {
		sources = append(sources, "vectors_app_flip.go")
	}
	for _, name := range sources {
		if err := copyFile(filepath.Join(here, name), filepath.Join(directory, name)); err != nil {
			return 2, err
		}
	}
	if err := copyPackage(code, filepath.Join(directory, "allowlist")); err != nil {
		return 2, err
	}
	module := []byte("module conformance\n\ngo 1.18\n")
	if err := os.WriteFile(filepath.Join(directory, "go.mod"), module, 0o600); err != nil {
		return 2, err
	}
	build := exec.Command("go", append([]string{"build", "-trimpath", "-o", "vectors"}, sources...)...)
	build.Dir = directory
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return 2, fmt.Errorf("go build: %w", err)
	}
	program := exec.Command(filepath.Join(directory, "vectors"), arguments...)
	program.Stdout, program.Stderr = os.Stdout, os.Stderr
	var exit *exec.ExitError
	if err := program.Run(); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	} else if err != nil {
		return 2, err
	}
	return 0, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// copyPackage copies the sources of the package, without tests and without the files of this program.
func copyPackage(from, to string) error {
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	sources, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err != nil {
		return err
	}
	for _, source := range sources {
		name := filepath.Base(source)
		if name == "run.go" || strings.HasPrefix(name, "vectors") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if err := copyFile(source, filepath.Join(to, name)); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}
