CFLAGS = -std=gnu11 -O2 -Wall -Wextra

build/beacon: provider.c bus.h
	mkdir -p build
	$(CC) $(CFLAGS) -o $@ $< -lzmq

test: build/beacon
	./test.sh

clean:
	rm -rf build

.PHONY: test clean
