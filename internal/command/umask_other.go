//go:build !unix

package command

// restrictNewFiles does nothing: new files have the permissions of their folder.
func restrictNewFiles() {}
