// Package replay shows finished games step by step from any viewpoint. It also turns them
// into tests and proves that their randomness was fair. All results are functions of a
// game's log and its rules.
package replay
