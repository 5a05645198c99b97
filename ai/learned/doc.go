// Package learned holds bots that play with a trained value network. Package train produces the
// weights in the folder weights.
//
// The network has two hidden layers. It maps the features visible to a seat to the seat's
// winning chance. It is deterministic, but rounding may differ between processor architectures.
package learned
