// Package figure holds statistics as tables. Code makes each statistic once, as a [Figure]. The
// terminal, JSON and HTML draw the same cells, so two outputs cannot differ.
//
// Values are not safe for concurrent changes. Any goroutine may read them.
package figure
