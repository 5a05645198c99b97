// Package learned holds bots that play with a trained value network, called a net. Package arena/train
// produces the weights in the folder weights.
//
// The net has two hidden layers. It maps the features visible to a seat to the seat's winning chance.
// It gives the same bits on every platform.
package learned
