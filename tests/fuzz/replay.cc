// Runs a fuzz target on kept inputs, without libFuzzer: the folder is the only argument.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::cerr << "usage: " << argv[0] << " FOLDER\n";
        return 2;
    }
    std::vector<std::filesystem::path> inputs{std::filesystem::directory_iterator(argv[1]), {}};
    std::ranges::sort(inputs);
    for (const std::filesystem::path &input : inputs) {
        std::cout << input.string() << std::endl; // the last one, if the target ends the program
        std::ifstream file(input, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(text.data()), text.size());
    }
    return inputs.empty() ? 1 : 0;
}
