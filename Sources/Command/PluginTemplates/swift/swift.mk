build:
	swift build -c release

test: build
	./test.sh

clean:
	rm -rf .build

.PHONY: build test clean
