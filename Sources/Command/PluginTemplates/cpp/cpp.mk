CXXFLAGS = -std=c++17 -O2 -Wall -Wextra

build/beacon: provider.cpp bus.hpp
	mkdir -p build
	$(CXX) $(CXXFLAGS) -o $@ $< -lzmq

test: build/beacon
	./test.sh

clean:
	rm -rf build

.PHONY: test clean
