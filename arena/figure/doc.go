// Package figure holds statistics as tables. One function computes each statistic, as a [Figure]. The
// terminal, JSON and HTML show the same cells, so their numbers cannot differ.
//
// A figure is not safe for concurrent changes. Several goroutines may read a figure at once.
package figure
