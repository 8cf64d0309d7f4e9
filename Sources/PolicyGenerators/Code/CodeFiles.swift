/// The files of a program by their paths.
package typealias CodeFiles<Language: CodeLanguage> = [(path: String, code: Code<Language>)]
