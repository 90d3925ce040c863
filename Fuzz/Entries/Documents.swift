internal import Launch
internal import Navigation

/// Files that users write: whatever is in them, they are read or it is said what is wrong, the same each time.
enum Documents {
    static func manifest(_ input: [UInt8]) throws(BrokenProperty) {
        let (manifest, findings) = Manifest.read(input, file: "/plugins/x/plugin.yaml")
        try BrokenProperty.unless(manifest != nil || !findings.isEmpty, "no manifest, and nothing wrong")
        try BrokenProperty.unless(findings.allSatisfy { !$0.description.isEmpty }, "a finding without words")
    }

    static func launch(_ input: [UInt8]) throws(BrokenProperty) {
        let (plan, findings) = LaunchPlan.read(input, file: "/rigs/rig.yaml", search: search)
        try BrokenProperty.unless(plan != nil || !findings.isEmpty, "no plan, and nothing wrong")
        try BrokenProperty.unless(findings.allSatisfy { !$0.description.isEmpty }, "a finding without words")
        guard let plan else { return }
        try BrokenProperty.unless(!plan.nodes.isEmpty, "a plan of nothing")
        try BrokenProperty.unless(
            Set(plan.nodes.map(\.name)).count == plan.nodes.count,
            "two nodes of one name"
        )
        for node in plan.nodes { _ = plan.readers(of: node) }
    }

    static func coefficients(_ input: [UInt8]) throws(BrokenProperty) {
        guard let model = try? MagneticModel(coefficients: input) else { return }
        for latitude in [-90, 0, 54.5, 90.0] {
            let field = model.field(latitude: latitude, longitude: 10, altitude: 0, year: model.epoch + 1)
            let isSound = field.x.isFinite && field.y.isFinite && field.z.isFinite
            try BrokenProperty.unless(isSound, "no field at \(latitude)")
        }
    }

    /// The plugins of this package; their programs are not looked for.
    private static let search = PluginSearchPath(
        folders: [folder(above: #filePath, by: 3) + "/Plugins"],
        programFolder: "/nowhere",
        executableFolders: ["/bin"]
    )

    private static func folder(above path: String, by levels: Int) -> String {
        "/" + path.split(separator: "/").dropLast(levels).joined(separator: "/")
    }
}
