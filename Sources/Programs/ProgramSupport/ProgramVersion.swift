/// The version of the programs, which `monkeystore --version` and `monkeystore-server --version` print.
package let programVersion = "1.0.0"
