/** Readable, and the same in the build, in development and in tests: a file's name is unique among the components. */
export const generateScopedName = '[name]_[local]'
