# What each target needs on a bare Debian 12 machine, it installs and builds itself.

release := build/release
espalier := $(release)/bin/espalier
jobs ?= $(shell nproc)
sources = $(shell git ls-files 'espalier/*.h' 'espalier/*.cc' 'tools/*.cc' 'tests/*.cc' 'tests/*.h' 'bench/*.h' 'bench/*.cc')

.PHONY: demo test check build debug bench gpu-bundle fuzz replay-fuzz update-corpus update-golden format lint install dependencies clean

build: dependencies
	@cmake --preset release > $(release).log 2>&1 || { cat $(release).log; exit 1; }
	cmake --build --preset release -j $(jobs)

demo: build
	scripts/demo $(espalier) build/demo

test: build
	ctest --preset release -j $(jobs)

# What is over soon; `make test` runs all.
check: build
	ctest --preset release -j $(jobs) -L 'unit|documents'

debug: dependencies
	cmake --preset debug
	cmake --build --preset debug -j $(jobs)
	ctest --preset debug -j $(jobs)

bench: build dependencies-for-benchmarks
	python3 bench/compare.py --espalier=$(espalier) --fixed $(BENCH)
	python3 bench/nests.py --espalier=$(espalier)
	python3 bench/spellings.py --espalier=$(espalier)
	python3 bench/programs.py --espalier=$(espalier)
	python3 bench/compile_time.py --espalier=$(espalier)
	$(release)/bin/espalier-benchmarks --benchmark_min_time=0.2
	$(release)/bin/espalier-schedule-benchmarks --benchmark_min_time=0.2
	$(release)/bin/espalier-ast-time
	$(release)/bin/espalier-dependence-time
	$(release)/bin/espalier-schedule-time
	$(release)/bin/espalier-ilp-benchmarks --benchmark_min_time=0.2
	python3 bench/ast_quality.py --tool=$(release)/bin/espalier-ast-code

# A folder for machines that have a GPU and nvcc, and perhaps nothing else: ./run there builds, checks and measures.
gpu-bundle: build
	scripts/gpu-bundle $(espalier) build/gpu-bundle

fuzz: fuzz-ast fuzz-optimize fuzz-schedule

replay-fuzz: replay-fuzz-ast replay-fuzz-optimize replay-fuzz-schedule

# What a run finds stays in build/; update-corpus takes what adds to the kept corpora. isl leaks
# memory on syntax errors, which is not for these targets to find.
fuzz_flags := -max_total_time=60 -max_len=4096 -only_ascii=1 -timeout=20
fuzz_environment := ASAN_OPTIONS=detect_leaks=0

build-fuzz-%: dependencies
	@cmake --preset fuzz > build/fuzz.log 2>&1 || { cat build/fuzz.log; exit 1; }
	cmake --build --preset fuzz -j $(jobs) --target $*-fuzz
	@mkdir -p build/fuzz/corpus/$*

# Runs the fuzz targets on the kept inputs alone, with sanitizers: always with the same result. `make test` does it without.
replay-fuzz-%: build-fuzz-%
	$(fuzz_environment) build/fuzz/bin/$*-fuzz $(fuzz_flags) -runs=0 tests/fuzz/corpus/$*

fuzz-%: build-fuzz-%
	$(fuzz_environment) build/fuzz/bin/$*-fuzz $(fuzz_flags) -artifact_prefix=build/fuzz/corpus/ build/fuzz/corpus/$* tests/fuzz/corpus/$*

update-corpus: build-fuzz-ast build-fuzz-optimize build-fuzz-schedule
	for target in ast optimize schedule; do $(fuzz_environment) build/fuzz/bin/$$target-fuzz -merge=1 tests/fuzz/corpus/$$target build/fuzz/corpus/$$target; done

update-golden: build
	python3 tests/golden/check_golden.py $(espalier) --update
	python3 tests/scripts/check_examples.py $(espalier) --update
	ESPALIER_UPDATE_GOLDEN=1 $(release)/bin/espalier-tests --gtest_brief=1 --gtest_filter='Golden*:IslComparison.*'
	git diff --stat -- tests/golden tests/scheduler docs

format: dependencies-with-linters
	clang-format-19 -i $(sources)

lint: dependencies-with-linters build
	clang-format-19 --dry-run --Werror $(sources)
	clang-tidy-19 -p $(release) --quiet $(filter %.cc,$(sources))

install: build
	cmake --install $(release)

dependencies:
	@scripts/install-dependencies
	@mkdir -p build

dependencies-with-linters:
	@scripts/install-dependencies --with-linters

dependencies-for-benchmarks:
	@scripts/install-dependencies --for-benchmarks

clean:
	rm -rf build
