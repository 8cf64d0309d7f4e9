// Nothing to call: the linker puts the functions of this target in the place of the runtime's (Package.swift).
