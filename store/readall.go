package store

import "context"

// ReadGames calls do with the records of each game, or with the error of reading it, as [Log.Read] returns
// them, in the given order of the games. On a cluster it reads many games faster than Read. It returns
// the first error of do or of ctx, and on a cluster also the error of a stream that does not respond.
func ReadGames(ctx context.Context, log Log, games []string, do func(game string, records [][]byte, err error) error) error {
	if cluster, is := log.(interface {
		readGames(context.Context, []string, func(string, [][]byte, error) error) error
	}); is {
		return cluster.readGames(ctx, games, do)
	}
	for _, game := range games {
		records, err := log.Read(ctx, game)
		if err := do(game, records, err); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// ReadValues calls do with the value of each key, or with the error of reading it, as [KV.Get] returns them,
// in the given order of the keys. On a cluster it reads many keys faster than Get. It returns the first
// error of do or of ctx, and on a cluster also the error of a stream that does not respond.
func ReadValues(ctx context.Context, kv KV, bucket string, keys []string, do func(key string, value []byte, err error) error) error {
	if cluster, is := kv.(interface {
		readValues(context.Context, string, []string, func(string, []byte, error) error) error
	}); is {
		return cluster.readValues(ctx, bucket, keys, do)
	}
	for _, key := range keys {
		value, _, err := kv.Get(ctx, bucket, key)
		if err := do(key, value, err); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}
