// The shapes of what goes over the wire, for editors and type checkers, made from
// the Go types: go test ./web -run TestTypes -update.

/**
 * @typedef {object} Always Always answers a decision, as Choose does, and from then on every decision with the same options in the same way, until it is forgotten.
 * @property {"always"} type
 * @property {number} decision the id of the decision
 * @property {number} option the id of one of its options
 *
 * @typedef {object} Apply Apply takes an option for the seat that is asked in a world. It is answered by a World.
 * @property {"apply"} type
 * @property {number} fork the id of the world
 * @property {number} option the id of one of its options
 * @property {number} [seed] mixed into the world's chance first, unless it is 0.
 * @property {boolean} [view] whether the answer is to have the view
 *
 * @typedef {object} Bot Info is a bot as it is listed.
 * @property {string} name
 * @property {string} about
 * @property {string} [rules] Rules is the only ruleset that the bot plays, empty if it plays any.
 * @property {boolean} [command] Command is whether a server runs it from a command, in a process of its own.
 *
 * @typedef {object} BotToken A Token is what its owner may know of a token later on.
 * @property {string} id by which it is revoked
 * @property {string} bot ID of the identity that it is for
 * @property {string} name of the bot
 * @property {string} owner
 * @property {string[]} scopes
 * @property {number} made_ms since 1970
 *
 * @typedef {object} Budget Budget bounds what a seat may do with Fork and Apply.
 * @property {number} worlds how many it may hold at once
 * @property {number} steps forks and applies together, for each decision
 *
 * @typedef {object} Bye Bye ends the connection, from either side. A seat stays taken.
 * @property {"bye"} type
 * @property {string} [reason] why, in words
 *
 * @typedef {object} CardInfo A CardInfo is a row of the card table as people read it.
 * @property {string} name
 * @property {string} [title] what people read, if that is not the name; no part of the rules
 * @property {string} type
 * @property {string} cost
 * @property {string} [stats]
 * @property {string} [text]
 * @property {string} [group] what it is listed under
 *
 * @typedef {object} CardsimCardView
 * @property {string} id
 * @property {string} name
 * @property {string} title
 * @property {string} text
 * @property {boolean} [urgent]
 * @property {number} [expires]
 * @property {string} [dismiss]
 * @property {CardsimChoiceView[]} options
 *
 * @typedef {object} CardsimChangeView
 * @property {string} stat
 * @property {string} from
 * @property {string} to
 * @property {string} [delta]
 * @property {string} by
 *
 * @typedef {object} CardsimChoiceView
 * @property {string} text
 * @property {boolean} enabled
 * @property {string} [reason]
 * @property {CardsimEffectView[]} [effects]
 *
 * @typedef {object} CardsimEffectView
 * @property {string} stat
 * @property {string} size
 *
 * @typedef {object} CardsimNationView
 * @property {number} rank
 * @property {number} seat
 * @property {string} [name]
 * @property {number} turn
 * @property {number} value
 * @property {string} [ending]
 * @property {boolean} [left]
 *
 * @typedef {object} CardsimNoteView
 * @property {string} kind
 * @property {string} text
 *
 * @typedef {object} CardsimPanelView
 * @property {string} title
 * @property {string[]} lines
 *
 * @typedef {object} CardsimStatView
 * @property {string} name
 * @property {string} value
 * @property {string} [delta]
 * @property {boolean} [hidden]
 *
 * @typedef {object} CardsimView
 * @property {number} turn
 * @property {number} actions
 * @property {CardsimStatView[]} stats
 * @property {CardsimCardView[]} hand
 * @property {CardsimChoiceView[]} abilities
 * @property {number} deck
 * @property {string[]} [prompt]
 * @property {CardsimPanelView[]} [panels]
 * @property {CardsimNoteView[]} notes
 * @property {CardsimChangeView[]} changes
 * @property {string} [ending]
 * @property {string} [ending_text]
 * @property {boolean} [won]
 * @property {string[]} [summary]
 * @property {CardsimNationView[]} [nations]
 * @property {number} [debug]
 * @property {string[]} [rules]
 *
 * @typedef {object} Chat Chat says something to the table. It does nothing to the game.
 * @property {"chat"} type
 * @property {string} text up to 500 bytes, not blank; line breaks are its only control characters
 *
 * @typedef {object} Check A Check is one thing that was looked at.
 * @property {string} what commitment, nonces, deal, chance or end
 * @property {string} result ok, wrong, or none if there was nothing to be looked at
 * @property {string} text
 *
 * @typedef {object} Choose Choose answers a decision.
 * @property {"choose"} type
 * @property {number} decision the id of the decision
 * @property {number} option the id of one of its options
 * @property {string} [info] what a bot has to say of its choice, up to 4 KiB of text or of JSON as text. Nobody but its owner sees it before the end of the game.
 *
 * @typedef {Hello | Join | Watch | Choose | Chat | Resign | Offer | Respond | Exit | Mute | Who | Settings | Always | Fork | Apply | Release | Ping | Pong | Bye} ClientMessage A message to the server.
 *
 * @typedef {object} Clock Clock is how a seat is timed, in milliseconds. While a seat is asked, first the time per decision runs down, then its bank. Each of its answers adds the increment to the bank. When both are empty the default is played for it.
 * @property {number} bank_ms at the start
 * @property {number} per_decision_ms time for each decision before the bank is touched
 * @property {number} increment_ms what an answer adds to the bank
 * @property {"forfeit" | "bot" | "wait"} absent what happens to a seat after three expiries in a row: it resigns, a bot plays until it is back, or the game waits for it.
 *
 * @typedef {object} Decision A Decision is a question to a seat. It stays open, under the same id, until the seat has answered or the situation has changed.
 * @property {number} id what an answer names
 * @property {Option[]} options every legal answer; option 0 is the default
 * @property {number} [ends_ms] milliseconds from now until the default is played
 *
 * @typedef {object} DeckInfo A DeckInfo is a ready deck.
 * @property {string} name
 * @property {string} about
 * @property {Object<string, number>} cards
 *
 * @typedef {Object<string, number>} DominionCardCounts
 *
 * @typedef {object} DominionFrameView
 * @property {string} phase
 * @property {number} seat
 * @property {number} actor
 * @property {string} [card]
 * @property {string} [hook]
 * @property {number} [plays]
 *
 * @typedef {object} DominionPileView
 * @property {string} card
 * @property {number} cost
 * @property {boolean} [potion]
 * @property {number} left
 * @property {boolean} [kingdom]
 * @property {boolean} [banned]
 *
 * @typedef {object} DominionSideView
 * @property {number} seat
 * @property {boolean} [out]
 * @property {number} points
 * @property {number} turns
 * @property {number} [extra_turns]
 * @property {number} [tokens]
 * @property {number} hand
 * @property {DominionCardCounts} hand_cards
 * @property {number} deck
 * @property {string[]} top
 * @property {number[]} [stashes]
 * @property {DominionCardCounts} [rest]
 * @property {number} discard
 * @property {DominionCardCounts} discarded
 * @property {DominionCardCounts} play
 * @property {DominionCardCounts} [stays]
 * @property {DominionCardCounts} [next_turn]
 * @property {DominionCardCounts} [island]
 * @property {number} [native_village]
 * @property {DominionCardCounts} [native_village_cards]
 * @property {number} [haven]
 * @property {DominionCardCounts} [haven_cards]
 * @property {number} [horse_traders]
 *
 * @typedef {object} DominionView
 * @property {number} turn
 * @property {number} active
 * @property {number} decider
 * @property {number} seat
 * @property {DominionFrameView[]} stack
 * @property {string} asks
 * @property {number} actions
 * @property {number} buys
 * @property {number} coins
 * @property {number} [potions]
 * @property {number} [cheaper]
 * @property {DominionPileView[]} supply
 * @property {DominionCardCounts} trash
 * @property {DominionCardCounts} [revealed]
 * @property {number} [looking]
 * @property {DominionCardCounts} [looked_at]
 * @property {DominionCardCounts} [to_be_returned]
 * @property {DominionSideView[]} sides
 *
 * @typedef {object} ElementsFrameView
 * @property {string} id
 * @property {string} phase
 * @property {number} seat
 * @property {number} [foe]
 * @property {string} [card]
 * @property {string} [by]
 * @property {string} [on]
 * @property {string} [also]
 * @property {string} [creates]
 * @property {number} [owes]
 * @property {boolean} [cancelled]
 *
 * @typedef {object} ElementsSideView
 * @property {number} seat
 * @property {boolean} [out]
 * @property {number} life
 * @property {Object<string, number>} karma
 * @property {Object<string, number>} active
 * @property {number} future
 * @property {number} hand
 * @property {string[]} cards
 * @property {string[]} top
 * @property {string[]} past
 * @property {ElementsTokenView[]} present
 * @property {string[]} [skips]
 *
 * @typedef {object} ElementsTokenView
 * @property {string} id
 * @property {string} card
 * @property {string} type
 * @property {number} owner
 * @property {number} attack
 * @property {number} health
 * @property {number} hurt
 * @property {boolean} awake
 * @property {boolean} [untouchable]
 * @property {boolean} [borrowed]
 * @property {boolean} [copy]
 *
 * @typedef {object} ElementsView
 * @property {number} turn
 * @property {number} active
 * @property {number} seat
 * @property {ElementsFrameView[]} stack
 * @property {ElementsSideView[]} sides
 *
 * @typedef {object} Error Error says why a message was not heeded. Nothing has changed.
 * @property {"error"} type
 * @property {"too_big" | "malformed" | "unknown_type" | "bad_field" | "bad_version" | "out_of_turn" | "no_game" | "no_seat" | "bad_key" | "illegal" | "not_asked" | "stale" | "game_over" | "not_now" | "busy" | "unavailable" | "no_world" | "over_budget" | "too_fast" | "slow_reader" | "not_allowed" | "revoked" | "internal"} code for programs
 * @property {string} text for people: what is wrong and what to do
 * @property {string} [field] the field of the message that is wrong, if it is one.
 * @property {number} [decision] the seat's open decision, for requests that answered another.
 *
 * @typedef {object} Event An Event is something that happened, as the receiver may know it. References are those of the view.
 * @property {number} n counts all events of the game from 1
 * @property {string} what the ruleset's word for it
 * @property {string} text the event in words
 * @property {number} seat whom it is about
 * @property {string} [card] name of the card, unless it is hidden
 * @property {string} [by] reference to the object that acts
 * @property {string} [on] reference to what it is aimed at
 * @property {number} [amount] how much or how many
 * @property {number} [depth] how many phases waited, on the stack of the view, for the one in which it happened: what a play has led to is deeper than the play.
 *
 * @typedef {object} Exit Exit is the way out of a game that a seat holds up, from when the table says so.
 * @property {"exit"} type
 * @property {number} seat who holds the game up
 * @property {"win" | "draw" | "bot"} way what to do: that seat is resigned, a draw is offered to those who are there, or a bot plays for that seat until it is back.
 *
 * @typedef {object} Fork Fork draws a world that looks to the seat as the game does now, or copies one. It is answered by a World. The seat must be asked, and worlds are forgotten when its decision changes.
 * @property {"fork"} type
 * @property {number} [from] the world to copy; without it, what the seat cannot know is drawn.
 * @property {number} [seed] where all chance comes from in what is drawn: equal seeds draw equal worlds. A copy has the chance of what it was copied from.
 * @property {boolean} [view] whether the answer is to have the view
 *
 * @typedef {object} GameInfo An Info is the public state of a game.
 * @property {string} id
 * @property {string} rules
 * @property {string} status Open, Live or Over
 * @property {string} created
 * @property {Clock} [clock] nil for an untimed game
 * @property {boolean} [private] found by its id only, never listed
 * @property {Budget} [forks] Forks is the budget of each seat's forward model, nil for none.
 * @property {Spectators} [spectators] Spectators limits watching. Nil lets everybody watch live.
 * @property {string} [name] of the table: up to 60 bytes on one line
 * @property {boolean} [rated] Rated makes the result count for the players' ratings. Only players with a session or a token may join.
 * @property {Series} [series] that the game is part of
 * @property {Seat[]} seats
 * @property {number} turn Turn is 0 while spectators see the game late, and Status stays live until they have seen the end.
 * @property {number} watched the number of spectators
 * @property {number[]} [won] the winning seats of a game that is over; none is a draw
 * @property {boolean} [fault] set aside after a fault in its rules
 * @property {Origin} [from] absent for a dealt game
 * @property {string} [commit] Commit is the game.Commitment to the game's random key, "" for games before commitments.
 *
 * @typedef {object} Hello Hello is the first message of a client.
 * @property {"hello"} type
 * @property {number} protocol the version of the protocol that the client speaks
 * @property {string} [name] what it wants to be called at the table: up to 60 bytes on one line.
 * @property {string} [author] whose bot it is: up to 60 bytes
 * @property {string} [version] which version of the bot it is: up to 60 bytes
 * @property {boolean} [repeats] a bot's claim that it answers alike whenever the seed of its game and all that it is sent are alike.
 *
 * @typedef {object} Join Join takes a seat, or comes back to it.
 * @property {"join"} type
 * @property {string} game the id of the game
 * @property {number} [seat] which seat; any open one if absent
 * @property {string} [key] of a seat that has been taken, to come back to it
 * @property {string} [claim] a key of the client's own making. It takes an open seat and, sent once more, comes back to that seat: use it to try again when no answer has come.
 * @property {number} [after] After asks for the events that follow this number. Without it the client gets the current view alone.
 * @property {string} [nonce] something random of the client's own, which is mixed into the chance of the game before it is dealt. See "Fair chance".
 * @property {string} [deck] the name of a ready deck or the text of a deck file, up to 8 KiB, for a seat whose deck is left to its player.
 *
 * @typedef {object} Joined Joined answers a Join or a Watch. The first Update follows when the game has begun, at once if it has.
 * @property {"joined"} type
 * @property {string} game the id of the game
 * @property {string} rules the name of the ruleset
 * @property {number} seat -1 for a spectator
 * @property {string} [key] what to come back with; given once, when the seat is taken without a claim
 * @property {Seat[]} seats by number
 * @property {Clock} [clock] absent when nobody is timed
 * @property {number} [delay_ms] how old is all that a spectator of this table is told, in milliseconds.
 * @property {string} [commit] the SHA-256 of the key from which all chance of the game comes and of a salt, in hexadecimal digits. Over tells both: see "Fair chance".
 * @property {number} [seed] what a bot draws its own chance from, so that a match repeats. The arena gives one, and a server to the bots that it runs from commands.
 * @property {Budget} [budget] Budget bounds the forward model; absent when there is none.
 *
 * @typedef {object} Kept Kept is what the server keeps for your seat: told to it alone, when it comes back and whenever that has changed.
 * @property {"settings"} type
 * @property {"off" | "stack" | "turn" | "something"} until see Settings
 * @property {boolean} alone see Settings
 * @property {string[]} always the texts of the options that are taken, in the order in which they were told
 * @property {number[]} muted the seats that you do not hear; -1 for all spectators
 *
 * @typedef {object} Level A Level is a bot to play against by how strong it is. Its name is the name of a bot in a hub.Spec, too.
 * @property {string} name
 * @property {string} title for people
 * @property {string} rules that it plays
 * @property {string} bot who plays
 *
 * @typedef {object} Match A Match is what comes of a quick match.
 * @property {string} game the id of the game to join
 * @property {number} [seat] the seat to take; any one if absent
 * @property {boolean} waiting for others, as far as is known
 * @property {string} [ticket] Ticket is what a player has to show who asks again, if it is not known who that is.
 *
 * @typedef {object} Mute Mute hides from your seat what another one says, or shows it again.
 * @property {"mute"} type
 * @property {number} seat whom; -1 for all spectators
 * @property {boolean} on whether to hide it
 *
 * @typedef {object} Offer Offer proposes something to the others at the table. People answer with a Respond. Bots agree to an undo; to a draw they agree only when nobody else is left to ask. An offer of a draw stands for this turn and the next one, that of an undo until something happens in the game.
 * @property {"offer"} type
 * @property {"draw" | "undo"} kind what is proposed: that nobody wins, or that your latest choice and all that came after it be taken back. An undo needs nobody's consent in a game that is not rated, if no other seat has acted since, nothing was revealed to anybody and no chance was drawn.
 *
 * @typedef {object} Offered Offered is an offer that is open.
 * @property {"draw" | "undo"} kind as in Offer
 * @property {number} seat who has made it
 * @property {number[]} accepted the seats that have agreed
 * @property {number[]} asked those that have not answered yet
 *
 * @typedef {object} Option An Option is a legal answer. References are those of the view.
 * @property {number} id its place on the list
 * @property {string} do the ruleset's word for it: play, attack, pass, …
 * @property {string} text the whole option in words, unlike all others on the list
 * @property {string} [card] name of the card
 * @property {string} [by] reference to the object that acts
 * @property {string} [on] reference to what it is aimed at
 * @property {string} [also] reference to the second aim
 *
 * @typedef {object} Origin An Origin is the position of another game from which a game begins.
 * @property {string} game the id of the other game
 * @property {number} step the last step before the position
 *
 * @typedef {object} Over Over tells the end of a game.
 * @property {"over"} type
 * @property {string} game the id of the game
 * @property {number} n the number of the latest event
 * @property {number[]} won the seats that have won
 * @property {boolean} draw the game has come to its end and nobody has won
 * @property {"end" | "agreed" | "claimed" | "loop" | "abandoned" | "fault"} reason why: by the rules; the players have agreed; those who were there have, and the others had been away for long; the game did not come to an end; everybody had left it for long; the server could not go on.
 * @property {string} [key] of all chance of the game: see the commit of Joined
 * @property {string} [salt] of the commit
 *
 * @typedef {object} Passing Passing names the labels and events that automatic passing needs.
 * @property {string} pass the Label.Do of passing
 * @property {string[]} quiet each Told.What that never interrupts passing
 * @property {string[]} needs each Label.Do that must not be passed by
 *
 * @typedef {object} Ping Ping asks for a Pong, from either side.
 * @property {"ping"} type
 * @property {number} t comes back as it is
 *
 * @typedef {object} Player A Player is somebody of whom the server knows who it is, from one game to the next. The zero value is nobody in particular.
 * @property {string} [id] for servers alone
 * @property {string} name
 * @property {string} kind guest, bot, or program for a bot of this program
 *
 * @typedef {object} Pong Pong answers a Ping.
 * @property {"pong"} type
 * @property {number} t that of the Ping
 *
 * @typedef {object} Proof A Proof is what has come of running a game again that is over, to see whether its chance was what had to come of what was promised before it.
 * @property {string} game its id
 * @property {string} rules
 * @property {string} [commit] Commit is the SHA-256 of Key and Salt, 32 bytes each, one behind the other. It proves something to those who were told it before the game.
 * @property {string} key
 * @property {string} [salt]
 * @property {string[]} [nonces] Nonces are what the players have added, by seat, and Mixed the key that has come of them; absent if nobody has.
 * @property {string} [mixed]
 * @property {string} digest of the last position
 * @property {Check[]} checks
 * @property {boolean} fair there was a promise, and nothing is wrong
 *
 * @typedef {object} Quick Terms are what two players have to want alike to be given one game. The decks that they bring may differ.
 * @property {string} rules
 * @property {number} [seats] how many; without it as few as the rules allow, and at least two
 * @property {Object<string, string>} [table]
 * @property {Clock} [clock]
 * @property {boolean} [rated]
 * @property {number} [best_of]
 *
 * @typedef {object} Ranked A Ranked is a seat of a game in a ranking.
 * @property {string} id of the game
 * @property {number} seat
 * @property {string} [name] of the player
 * @property {number} turn
 * @property {number} value
 * @property {string} status Live or Over
 * @property {boolean} [won]
 *
 * @typedef {object} Ranking A Ranking compares the games of a ruleset, the highest value first.
 * @property {string} rules
 * @property {string} by
 * @property {string[]} stats the other statistics to rank by
 * @property {Ranked[]} games
 *
 * @typedef {object} Release Release forgets a world, which makes room for another. It is not answered.
 * @property {"release"} type
 * @property {number} fork the id of the world
 *
 * @typedef {object} ReplayDecision A Decision is what a seat was asked, what it knew then, and what it chose.
 * @property {number} n the step
 * @property {number} decision 0 for who resigned
 * @property {number} at_ms when it chose, since 1970
 * @property {number} ms how long it was asked before
 * @property {string} [by]
 * @property {number} turn
 * @property {Option[]} options
 * @property {Option} chosen
 * @property {any} view
 *
 * @typedef {object} ReplayPage A Page is some steps of a game, as a viewpoint may see them.
 * @property {string} game its id
 * @property {string} rules
 * @property {number} version of the rules
 * @property {string} program that began it
 * @property {number} at_ms when, since 1970
 * @property {Seat[]} seats as they were at the end
 * @property {Clock} [clock]
 * @property {number} steps the last one; they count from 0, which is the deal
 * @property {Turn[]} turns
 * @property {number[]} won
 * @property {boolean} draw
 * @property {string} reason as in the message over
 * @property {string} [fault] Fault is why it was set aside.
 * @property {string} viewpoint Viewpoint is the number of a seat, "watcher" for what spectators saw, or "all".
 * @property {number} from the number of the first step on the page
 * @property {Step[]} list
 *
 * @typedef {object} Resign Resign leaves the game for good.
 * @property {"resign"} type
 *
 * @typedef {object} Respond Respond answers an offer of another seat, or takes the own one back.
 * @property {"respond"} type
 * @property {"draw" | "undo"} kind of the offer
 * @property {boolean} accept false ends the offer
 *
 * @typedef {object} Result A Result is what came of a game. It follows from the log of the game and from who sat where, so every server that writes it writes the same.
 * @property {string} game
 * @property {string} rules
 * @property {number} began_ms since 1970, as is
 * @property {number} ended_ms when the last thing happened
 * @property {number} [shown_ms] Shown is when those who watch the game have seen its end, 0 if that was at once. Nobody is to be shown the result before.
 * @property {string} [name] of the table
 * @property {Clock} [clock]
 * @property {boolean} [private]
 * @property {ResultSeat[]} seats
 * @property {number[]} won nobody is a draw
 * @property {string} reason as in the message over
 * @property {boolean} [rated] Rated is whether the players' ratings go by it. Why says why not if that was asked for.
 * @property {string} [why]
 * @property {Series} [series]
 *
 * @typedef {object} ResultSeat A ResultSeat is who sat in a seat.
 * @property {string} kind as in a table message
 * @property {string} [name]
 * @property {Player} [player] if it is known who that was
 *
 * @typedef {object} Rules
 * @property {string} name
 * @property {string} about
 * @property {number} version
 * @property {number} min_seats
 * @property {number} max_seats
 * @property {boolean} worlds Worlds reports whether all that a seat cannot know can be dealt again, so that a bot outside this process may be given worlds to search in.
 * @property {CardInfo[]} [cards]
 * @property {DeckInfo[]} [decks]
 * @property {Passing} [passing] Passing is what to know so that a player may have it pass by itself; nil if nobody passes.
 * @property {string[]} [stats]
 *
 * @typedef {object} Said Said is what somebody has said at the table.
 * @property {"chat"} type
 * @property {string} game the id of the game
 * @property {number} seat who; -1 for a spectator
 * @property {string} [name] of who sits there
 * @property {string} text what was said
 *
 * @typedef {object} Seat A Seat is a place at the table and who sits there.
 * @property {number} seat its number
 * @property {"open" | "person" | "bot"} kind who may sit or sits there
 * @property {string} [name] of the person or the bot
 * @property {boolean} here somebody is connected
 * @property {number} [asked_ms] for how many milliseconds the game has waited for the seat's answer, in whole seconds.
 * @property {number} [away_ms] for how many milliseconds nobody has been connected, of a person's seat, in whole seconds.
 * @property {number} [exit_ms] in how many milliseconds the others may ask for an Exit, if nothing changes until then; absent if the game does not wait for a person in this seat.
 *
 * @typedef {object} SeatSpec A SeatSpec describes a seat: open unless Bot is set.
 * @property {string} [bot] the name of a bot, as in "ismcts:2000"
 * @property {string} [deck] a ready deck's name or a deck file's text; empty is the ruleset's default
 *
 * @typedef {object} Series A Series is a match of several games. It goes on until somebody has won more than half of them, but for draws, or it has been drawn out, or everybody has left it.
 * @property {string} id of its first game
 * @property {number} of
 * @property {string[]} names of the players: by their seats in the first game, as in what follows
 * @property {number[]} score games won
 * @property {SeriesGame[]} games that are over
 * @property {boolean} over
 *
 * @typedef {object} SeriesGame A SeriesGame is a game of a series that is over.
 * @property {string} id
 * @property {number[]} won players, not seats
 * @property {number} [shown_ms] Shown is as in a Result.
 *
 * @typedef {Welcome | Joined | Table | Update | Error | Said | Kept | Over | World | Ping | Pong | Bye} ServerMessage A message from the server.
 *
 * @typedef {object} Settings Settings says what the server is to answer for your seat by itself. What is left out stays as it is, and at first all is off. It answers at once, so that the others can tell that it does.
 * @property {"settings"} type
 * @property {"off" | "stack" | "turn" | "something"} [until] Until passes for you until the stack is empty, until your turn, or until something happens that others do; "off" asks you again. It stops by itself there, when something happens to you, when you can do what should not be missed, and when you choose.
 * @property {boolean} [alone] whether to pass for you whenever there is nothing else that you can do. What is in your hand may be guessed from that.
 * @property {boolean} [forget] Forget takes all answers back that were given with Always.
 *
 * @typedef {object} Spec A Request is the body of a client's request to create a game. Its JSON is hashed into the game's log, so that a retry is recognized: the order of the fields must not change.
 * @property {string} rules the name of a ruleset
 * @property {SeatSpec[]} seats in turn order
 * @property {Object<string, string>} [table] the ruleset's own options
 * @property {Clock} [clock] nil for an untimed game
 * @property {boolean} [private] found by its id only, never listed
 * @property {Budget} [forks] Forks is the budget of each seat's forward model, nil for none.
 * @property {Spectators} [spectators] Spectators limits watching. Nil lets everybody watch live.
 * @property {string} [name] of the table: up to 60 bytes on one line
 * @property {boolean} [rated] Rated makes the result count for the players' ratings. Only players with a session or a token may join.
 * @property {number} [best_of] BestOf makes a series of 3, 5 or 7 games between the same players. The server creates each game when the one before ends. 0 is a single game.
 *
 * @typedef {object} Spectators Spectators says who may watch a game, and how late. As JSON it is "none", or an object with delay_ms.
 * @property {boolean} None nobody may
 * @property {number} Delay how old is what they see, in milliseconds
 *
 * @typedef {object} Step A Step is a request and what came of it. Step 0 is the deal. There are also steps without a request, in which a choice is taken back or the players agree on a draw.
 * @property {number} n
 * @property {number} at_ms when, since 1970
 * @property {number} seat who chose; -1 for nobody
 * @property {string} [by] who chose for the seat, if not its player: as in game.Request
 * @property {Option[]} [options] Options is what the seat could choose from, and Chosen what it did. They are absent where the viewpoint may not see them. To resign is on no list: its id is -1.
 * @property {Option} [chosen]
 * @property {Event[]} events what came of it
 * @property {number} turn What follows is how the game stands then, as in an update.
 * @property {number[]} awaiting
 * @property {number[]} [left_ms]
 * @property {any} view
 *
 * @typedef {object} Table Table tells who sits where, whenever that has changed, what is offered, and whether the game is held.
 * @property {"table"} type
 * @property {string} game the id of the game
 * @property {Seat[]} seats by number
 * @property {boolean} [held] whether the game waits for the server's store, which does not answer: nobody's time runs, and nothing happens until it does.
 * @property {Offered[]} [offers] those that are open
 * @property {string} [next] the id of the game that follows this one. It is told once, when there is one.
 *
 * @typedef {object} Turn A Turn is where a turn begins.
 * @property {number} turn
 * @property {number} step the first one after which it is that turn
 *
 * @typedef {object} Update An Update tells a seat or a spectator what has happened, what there is to see, and what it is asked. The newest one is all there is to know.
 * @property {"update"} type
 * @property {string} game the id of the game
 * @property {number} n the number of the latest event
 * @property {number} turn the number of the turn, from 1; 0 before the first
 * @property {number[]} awaiting the seats that are asked, in turn order
 * @property {any} view what the receiver may see: an object of the ruleset's own
 * @property {Event[]} events since the last update, or since the after of a join
 * @property {boolean} [gap] some events before these are left out
 * @property {Decision} [decision] what this seat is asked, if it is
 * @property {number[]} [left_ms] what each seat's bank holds
 *
 * @typedef {object} Watch Watch follows a game without a seat.
 * @property {"watch"} type
 * @property {string} game the id of the game
 *
 * @typedef {object} Welcome Welcome answers a Hello.
 * @property {"welcome"} type
 * @property {number} protocol the version of the protocol that the server speaks
 * @property {string} server name and version of the program
 *
 * @typedef {object} Who Who asks for a Table: who owes what, and since when.
 * @property {"who"} type
 *
 * @typedef {object} World A World is what a Fork or an Apply has come to. It is made up from what the seat may know: what it shows of other seats is a guess.
 * @property {"world"} type
 * @property {number} fork its id, counted from 1 for each decision
 * @property {number} turn the number of the turn
 * @property {number} seat who is asked first; -1 when it is over
 * @property {Option[]} options what that seat may say there, option 0 being the default.
 * @property {number[]} values Values estimate how each seat stands, from 0, lost, to 1000, won.
 * @property {boolean} over the game is over there
 * @property {number[]} won the seats that have won it
 * @property {any} [view] what the bot's seat would see, if it was asked for
 */

export {};
