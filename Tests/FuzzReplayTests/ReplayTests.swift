import FuzzTargets
import Glibc
import Testing

@Suite("Inputs of the fuzzers", .timeLimit(.minutes(5)))
struct ReplayTests {
    @Test("every seed and every input that once broke something is read well", arguments: FuzzTarget.allCases)
    func replay(target: FuzzTarget) throws {
        let session = try FuzzSession(target)
        var count = 0
        for folder in ["Corpus", "Crashers"] {
            let path = "\(Inputs.folder)/\(folder)/\(target.rawValue)"
            for name in Inputs.names(in: path) {
                let bytes = try #require(Inputs.bytes(of: "\(path)/\(name)"))
                #expect(throws: Never.self, "\(folder)/\(target.rawValue)/\(name)") { try session.run(bytes) }
                count += 1
            }
        }
        #expect(count > 0, "\(target.rawValue) has no seeds")
    }

    @Test("every folder of inputs is some target's", arguments: ["Corpus", "Crashers"])
    func folders(folder: String) {
        for name in Inputs.names(in: "\(Inputs.folder)/\(folder)") {
            #expect(FuzzTarget(rawValue: name) != nil, "\(folder)/\(name)")
        }
    }
}
