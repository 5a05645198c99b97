// Package learned holds bots that play by a trained value network. Package train
// produces the weights in the folder weights.
//
// The network has two hidden layers. It maps the features that a seat may know to
// its winning chance. It is deterministic, but rounding may differ between kinds of
// processors.
package learned
