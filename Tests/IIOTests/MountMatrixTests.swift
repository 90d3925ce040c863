import IIO
import Testing

@Suite("How a sensor is built in", .timeLimit(.minutes(1)))
struct MountMatrixTests {
    @Test("A matrix turns the sensor's axes into the device's, row by row")
    func turns() throws {
        // From the kernel's binding: x' = mxx x + myx y + mzx z, written mxx, myx, mzx.
        let matrix = try MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1", in: "f")
        #expect(matrix([1, 2, 3]) == [2, -1, 3])
        #expect(matrix.determinant == 1)
        #expect(
            try MountMatrix("1, 0, 0; 0, 0.866, 0.5; 0, -0.5, 0.866\n", in: "f")([0, 0, 1]) == [
                0, 0.5, 0.866,
            ]
        )
        #expect(try MountMatrix("-1,0,0;0,1,0;0,0,1", in: "f").determinant == -1)
        #expect(MountMatrix.identity([4, 5, 6]) == [4, 5, 6])
    }

    @Test(
        "What is no turn and no mirror is an error that says why",
        arguments: [
            ("2, 0, 0; 0, 1, 0; 0, 0, 1", "has the determinant 2.0, not 1 or -1"),
            ("0, 0, 0; 0, 0, 0; 0, 0, 0", "has the determinant 0.0, not 1 or -1"),
            ("1, 1, 0; 0, 1, 0; 0, 0, 1", "rows 1 and 2 of the mount matrix"),
            ("1, 0, 0; 0, 1, 0", "is no mount matrix"), ("1, 0; 0, 1, 0; 0, 0, 1", "is no mount matrix"),
            ("1, 0, 0, 0; 0, 1, 0; 0, 0, 1", "is no mount matrix"), ("", "is no mount matrix"),
            ("1, 0, nan; 0, 1, 0; 0, 0, 1", "is no mount matrix"),
            ("1 0 0; 0 1 0; 0 0 1", "is no mount matrix"),
        ]
    )
    func broken(text: String, why: String) {
        let error = #expect(throws: IIOError.self) { try MountMatrix(text, in: "/sys/x") }
        #expect(error?.code == .broken)
        #expect(error?.description.contains(why) == true, "\(error.map(String.init(describing:)) ?? "")")
        #expect(error?.description.hasPrefix("/sys/x: ") == true)
    }
}
