// The types of messages and the HTTP API, generated from Go: run
// go test ./web -run TestTypes -update.

/**
 * @typedef {object} Always Always chooses an option as Choose does. The server then answers every later decision with the same options in the same way, until a Settings message cancels this.
 * @property {"always"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {number} decision the id of the decision
 * @property {number} option the id of an option of the decision
 *
 * @typedef {object} Apply Apply chooses an option for the seat that must decide in a world. The answer is a World.
 * @property {"apply"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {number} fork the id of the world
 * @property {number} option the id of an option of the world
 * @property {number} [seed] mixed into the world's randomness before the option is applied, unless it is 0.
 * @property {boolean} [view] whether to include the view in the answer
 *
 * @typedef {object} Bot Info describes a bot in lists.
 * @property {string} name
 * @property {string} about
 * @property {string} [rules] Rules is the only ruleset that the bot plays. Rules is empty if the bot plays any ruleset.
 * @property {boolean} [command] Command reports whether a server runs the bot as a separate process.
 *
 * @typedef {object} BotToken A Token describes a token to its owner, without the token's text.
 * @property {string} id names the token to Revoke
 * @property {string} bot ID of the bot's identity
 * @property {string} name of the bot
 * @property {string} owner
 * @property {string[]} scopes
 * @property {number} made_ms in ms since 1970
 *
 * @typedef {object} Budget Budget limits a seat's use of Fork, Apply and Rollouts.
 * @property {number} worlds maximum number of worlds held at the same time
 * @property {number} steps maximum number of forks, applies, rollouts, and options in rollouts for one decision
 *
 * @typedef {object} Bye Bye closes the connection. Either side may send it. The client keeps its seat.
 * @property {"bye"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {string} [reason] the reason as text
 *
 * @typedef {object} CardInfo A CardInfo describes a card for a list of cards.
 * @property {string} name
 * @property {string} [title] shown instead of Name; not part of the rules
 * @property {string} type
 * @property {string} cost
 * @property {string} [stats]
 * @property {string} [text]
 * @property {string} [group] heading in a list of cards
 * @property {EffectPreview[]} [play] Play lists what playing the card does to its target, and Use what using its power does. A list is empty if the outcome depends on more than public facts.
 * @property {EffectPreview[]} [use]
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
 * @property {number} [percent]
 *
 * @typedef {object} CardsimNoteView
 * @property {string} kind
 * @property {string} text
 *
 * @typedef {object} CardsimPanelView
 * @property {string} title
 * @property {string[]} lines
 *
 * @typedef {object} CardsimRankedPlayer
 * @property {number} rank
 * @property {number} seat
 * @property {string} [name]
 * @property {number} turn
 * @property {number} value
 * @property {boolean} [ended]
 * @property {string} [ending]
 * @property {boolean} [left]
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
 * @property {CardsimRankedPlayer[]} [nations]
 * @property {number} [debug]
 * @property {string[]} [rules]
 *
 * @typedef {object} Chat Chat sends a message to the table. The message does not affect the game.
 * @property {"chat"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {string} text up to 500 bytes, not blank; line breaks are allowed, other control characters and invisible characters are not
 *
 * @typedef {object} ChatMessage ChatMessage is a message in the chat of a game.
 * @property {"chat"} type
 * @property {string} game the id of the game
 * @property {number} seat the sender's seat, or -1 for a spectator
 * @property {string} [name] the name of the seat's player
 * @property {string} text the text of the message
 *
 * @typedef {object} Check A Check describes one check of a game's randomness and its result.
 * @property {string} what commitment, nonces, deal, chance or end
 * @property {string} result ok, wrong, or none if there was nothing to check
 * @property {string} text
 *
 * @typedef {object} Choose Choose answers a decision.
 * @property {"choose"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {number} decision the id of the decision
 * @property {number} option the id of an option of the decision
 * @property {string} [info] a bot's note on its choice: up to 4 KiB of plain text, or of JSON encoded as a string. Until the game is over, and always in a private game, only the bot's owner can read the note.
 *
 * @typedef {Hello | Join | Watch | Choose | Pick | Chat | Resign | Offer | Respond | Exit | Mute | Who | Settings | Always | Fork | Apply | Rollouts | Release | Refresh | Ping | Pong | Bye} ClientMessage A message to the server.
 *
 * @typedef {object} Clock Clock is the time control, in milliseconds. A decision first uses the time per decision, then the seat's bank. Each answer of the player adds the increment to the bank. When the time per decision and the bank are used up, the server plays the default option.
 * @property {number} bank_ms the initial bank
 * @property {number} per_decision_ms the time for each decision before the bank is used
 * @property {number} increment_ms added to the bank by each answer of the player
 * @property {"forfeit" | "bot" | "wait"} absent the action after the time of a seat has run out three times in a row. With "forfeit" the seat resigns. With "bot" a bot plays until the player returns. With "wait" the game waits for the player.
 *
 * @typedef {object} Decision A Decision asks a seat to choose. The decision stays open, under the same id, until the seat has answered or the game has changed.
 * @property {number} id the id to use in the answer
 * @property {Option[]} options every legal answer; option 0 is the default
 * @property {Selection} [pick] present when a card asks for cards. A client may then answer with a Pick that names all picked cards, or card by card with the options. An option takes one card. Afterwards, cards that are listed before the taken card may no longer be options.
 * @property {number} [ends_ms] the number of milliseconds until the default is played
 * @property {number} [auto_ms] the number of milliseconds until the server answers for you: see Settings. You may answer earlier.
 *
 * @typedef {object} DeckInfo A DeckInfo is a ready deck.
 * @property {string} name
 * @property {string} about
 * @property {Object<string, number>} cards
 *
 * @typedef {object} Declined Declined is a declined or withdrawn offer, or a declined invitation.
 * @property {"draw" | "undo" | "invitation"} kind as in Respond
 * @property {number} seat the seat that made the offer; -1 for an invitation
 * @property {number} by the seat that declined the offer, or -1 for a spectator; if this is the seat that made the offer, it has withdrawn the offer
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
 * @typedef {object} Done Done answers an accepted message that has an id, unless another message answers it with that id. The server sends Done after all messages that the accepted message has caused.
 * @property {"done"} type
 * @property {string} id the id of the accepted message
 *
 * @typedef {object} EffectPreview An EffectPreview is a step of what a card does to its target, for a client that shows the outcome before the player chooses.
 * @property {string} do what happens to the target, such as damage or destroy
 * @property {number} [n] the amount, or the attack of a boost
 * @property {number} [m] the health of a boost
 * @property {string} [per] what N and M are multiplied by: the number of the player's items or beings, or of the cards in the player's past
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
 * @property {string} asks
 * @property {ElementsFrameView[]} stack
 * @property {ElementsSideView[]} sides
 *
 * @typedef {object} Error Error rejects a message. The message has had no effect.
 * @property {"error"} type
 * @property {"too_big" | "malformed" | "unknown_type" | "bad_field" | "bad_version" | "out_of_turn" | "no_game" | "no_seat" | "bad_key" | "illegal" | "not_asked" | "stale" | "game_over" | "not_now" | "busy" | "unavailable" | "no_world" | "no_forks" | "over_budget" | "too_fast" | "slow_reader" | "not_allowed" | "revoked" | "internal"} code for programs
 * @property {string} text for people: the problem and what to do about it
 * @property {string} [field] the invalid field of the message, if a single field is invalid.
 * @property {number} [decision] the seat's open decision, if the message answers a different one.
 * @property {string} [message] the type of the rejected message, if the server could read it.
 * @property {number} [answers] the decision that the rejected message answers.
 * @property {string} [id] the id of the rejected message, if it has one.
 * @property {number} [retry_ms] present if the same message may succeed later. It is the time to wait before sending it again, in milliseconds.
 *
 * @typedef {object} Event An Event is something that happened in the game, limited to what the recipient may know. References have the same form as in the view.
 * @property {number} n the number of the event in the game, counted from 1
 * @property {string} what the ruleset's name for the event
 * @property {string} text the event in words
 * @property {number} seat the seat concerned
 * @property {string} [card] the name of the card, unless it is hidden
 * @property {string} [by] a reference to the acting object
 * @property {string} [on] a reference to the target
 * @property {number} [amount] the amount or count
 * @property {number} [depth] the number of phases on the stack below the phase in which the event happened. The consequences of a play have a greater depth than the play itself.
 *
 * @typedef {object} Exit Exit ends the wait for a seat that delays the game. An Exit is allowed once the seat's exit_ms in the table message has elapsed.
 * @property {"exit"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {number} seat the seat that delays the game
 * @property {"win" | "draw" | "bot"} way Way selects what happens. "win": the seat that delays the game resigns. "draw": the server offers a draw to the present players. "bot": a bot plays for that seat until its player returns.
 *
 * @typedef {object} Fork Fork samples a new world or copies an existing one. To your seat, a sampled world looks exactly like the game. The answer is a World. Your seat must have an open decision. All worlds are released when that decision closes.
 * @property {"fork"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {number} [from] the world to copy. If it is absent, the server samples a world: it draws at random everything that the seat cannot know.
 * @property {number} [seed] Seed determines the sample: equal seeds give equal worlds. A copy keeps the randomness of its original.
 * @property {boolean} [view] whether to include the view in the answer
 *
 * @typedef {object} FoundGame A FoundGame is the game that the lobby has found or created for a player.
 * @property {string} game the id of the game to join
 * @property {number} [seat] the seat to take; any seat if absent
 * @property {boolean} waiting for opponents
 * @property {string} [ticket] Ticket identifies an unknown player in the next request.
 *
 * @typedef {object} GameInfo An Info is the public state of a game.
 * @property {string} id
 * @property {string} rules
 * @property {string} status Open, Live or Over
 * @property {string} created
 * @property {Clock} [clock] or nil for an untimed game
 * @property {boolean} [private] reachable by its id only, and never listed
 * @property {Budget} [forks] Forks is the budget of each seat's forward model, or nil for no forward model.
 * @property {Spectators} [spectators] Spectators limits watching. If it is nil, everyone may watch live.
 * @property {string} [name] name of the table: up to 60 bytes on one line
 * @property {boolean} [rated] Rated makes the result count towards the players' ratings. Only players with a session or a token may join.
 * @property {Series} [series] the series of the game, or nil
 * @property {boolean} [reserved] Reserved is set if the open seats are reserved for the players of the previous game.
 * @property {Seat[]} seats
 * @property {number} turn If spectators see the game with a delay, Turn is 0 and Status stays live until they have seen the end.
 * @property {number[]} [awaiting] Awaiting has the seats that must decide in a running game. It is absent while spectators see the game with a delay.
 * @property {number[]} [ends_ms] TimeLeft has, for each seat, the milliseconds until the clock answers for the seat, or -1 if its time does not run. The field is absent if no seat's time runs.
 * @property {number} watched the number of spectators
 * @property {number[]} [won] the winning seats of a finished game; empty for a draw
 * @property {boolean} [fault] set aside after a fault in its rules
 * @property {Origin} [from] absent for a dealt game
 * @property {boolean} [debug] Debug is set if the game began in debug mode: its players see and change hidden facts. Such a game is never rated or ranked.
 * @property {string} [commit] Commit is the table.Commitment to the game's random key, or "" for older games without one.
 *
 * @typedef {object} Hello Hello is the first message of a client.
 * @property {"hello"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {number} protocol the protocol version of the client
 * @property {string} [name] the name to show at the table if the client has no identity: up to 60 bytes on one line
 * @property {string} [author] the author of the bot: up to 60 bytes
 * @property {string} [version] the version of the bot: up to 60 bytes
 * @property {boolean} [repeats] Repeats states that the bot is deterministic: the same seed and the same messages lead to the same answers.
 * @property {boolean} [forks] Forks states that the bot needs the forward model. If the game has no forward model, the server refuses the bot's join with the error no_forks.
 * @property {boolean} [patches] Patches states that the client accepts a Patch in place of an Update. See "Patches".
 *
 * @typedef {object} Join Join takes a seat or reconnects to it.
 * @property {"join"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {string} game the id of the game
 * @property {number} [seat] the seat; any open seat if absent
 * @property {string} [key] the key of the seat to reconnect to
 * @property {string} [claim] a random string that the client generates. The first join with a claim takes an open seat. A later join with the same claim reconnects the client to that seat. So a client can retry when no answer arrives.
 * @property {number} [after] the number of the last event that the client has received. If it is absent, the client receives all events so far, but at most the latest 2,000.
 * @property {string} [nonce] a random string that the client generates. The server mixes it into the game's randomness before the deal. See "Fair chance".
 * @property {string} [deck] the name of a ready deck or the text of a deck file, up to 8 KiB. The server refuses it if the table has chosen the deck of the seat.
 *
 * @typedef {object} Joined Joined answers a Join or a Watch. The first Update follows once the game has started.
 * @property {"joined"} type
 * @property {string} [id] the id of the Join or Watch
 * @property {string} game the id of the game
 * @property {string} rules the name of the ruleset
 * @property {number} seat the seat of the client, or -1 for a spectator
 * @property {string} [key] the key to reconnect with; sent once, to a client that takes a seat without a claim
 * @property {Seat[]} seats all seats, by number
 * @property {Clock} [clock] the time control; absent in a game without a clock
 * @property {ChatMessage[]} [chat] Chat lists the latest messages at the table, oldest first. It omits messages from muted senders.
 * @property {number} [delay_ms] the spectators' delay at this table, in milliseconds. Only spectators receive it.
 * @property {string} [commit] the SHA-256, in hexadecimal digits, of the game's key followed by a salt. The key and the players' nonces determine all randomness in the game. Over reveals the key and the salt. See "Fair chance".
 * @property {number} [seed] the seed for a bot's own random numbers, so that a match can be repeated. An arena sends a seed to every bot, and a server only to the bots that it starts.
 * @property {(Object<string, number>)[]} [decks] Decks lists the deck of each seat: the number of copies by the name of the card. It is present once the game has begun, if deck lists are public.
 * @property {Budget} [budget] Budget limits the forward model. It is absent if the game has no forward model.
 *
 * @typedef {object} Lesson A Lesson is a short game that teaches one part of the rules. The same choices always lead to the same game.
 * @property {string} id unique among the ruleset's lessons
 * @property {string} title
 * @property {string} about the situation, and a question that the lesson answers
 * @property {string} card Card names the card whose picture the lesson has.
 * @property {LessonStep[]} steps
 * @property {string} between Between is the advice while the next step is not possible yet.
 * @property {string} end what the player has learned
 *
 * @typedef {object} LessonStep A LessonStep suggests a choice and explains it.
 * @property {string} take the beginning of the option's text
 * @property {string} say
 *
 * @typedef {object} Level A Level is a bot of a certain strength. A hub.Request may name a bot by its level.
 * @property {string} name
 * @property {string} title the display name
 * @property {string} rules that the bot plays
 * @property {string} bot the bot's name
 * @property {string} [about] how the bot plays, for players
 * @property {string} [odds] the measured strength as text, or "" if not measured
 *
 * @typedef {object} Mute Mute hides another seat's chat messages from your seat, or shows them again.
 * @property {"mute"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {number} seat the seat, or -1 for all spectators
 * @property {boolean} on whether to hide the messages
 *
 * @typedef {object} Offer Offer proposes a draw or an undo. The other players answer with Respond. Bots accept every undo. Bots accept a draw only if no other person must be asked, and never in a rated game against bots alone. A draw offer remains open for the current turn and the next turn. An undo offer remains open until the game changes.
 * @property {"offer"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {"draw" | "undo"} kind "draw" to end the game without a winner, or "undo" to take back your latest choice and everything after it. An undo needs no consent if the game is not rated, no other seat has acted since, and neither hidden information nor randomness is involved.
 *
 * @typedef {object} Offered Offered is an open offer.
 * @property {"draw" | "undo"} kind as in Offer
 * @property {number} seat the seat that made the offer
 * @property {number[]} accepted the seats that have accepted
 * @property {number[]} asked the seats that have yet to answer
 *
 * @typedef {object} Option An Option is a legal answer. References have the same form as in the view.
 * @property {number} id the index in the list
 * @property {string} do the ruleset's name for the action: play, attack, pass, …
 * @property {string} text the option in words, unique in the list
 * @property {string} [card] the name of the card
 * @property {string} [by] a reference to the acting object
 * @property {string} [on] a reference to the target
 * @property {string} [also] a reference to the second target
 *
 * @typedef {object} Origin An Origin is a position in another game from which a game starts.
 * @property {string} game the id of the other game
 * @property {number} step the last step before the position
 *
 * @typedef {object} Over Over announces the end of a game.
 * @property {"over"} type
 * @property {string} game the id of the game
 * @property {number} n the number of the latest event
 * @property {number[]} won the winning seats
 * @property {boolean} draw whether the game reached its end without a winner
 * @property {"end" | "agreed" | "claimed" | "loop" | "abandoned" | "rules" | "fault"} reason the cause of the end. "end": the rules ended the game. "agreed": the players agreed on a draw. "claimed": the players present agreed on a draw while others were away for long. "loop": one turn had too many requests. "abandoned": all players were away for long. "rules": the rules changed during the game. "fault": the rules failed, and the server set the game aside.
 * @property {Resigned[]} [resigned] the resignations in order, each with its cause
 * @property {string} [key] the game's key. See "Fair chance".
 * @property {string} [salt] the salt of the commitment in Joined
 *
 * @typedef {object} Passing Passing configures automatic passing.
 * @property {string} pass the Label.Do of passing
 * @property {Stop[]} stops Stops lists the situations in which a seat may pass. A player chooses in which of these situations the game waits for the player's answer.
 *
 * @typedef {object} Patch Patch replaces an Update for a client whose Hello accepts patches. The patch describes how to build the text of the update from the text of the previous update. See "Patches".
 * @property {"patch"} type
 * @property {(string | number)[]} ops Ops build the text of the update. An op that is a string appends that string to the text. Two integers append a copy of a part of the text so far, which begins with the text of the previous update. The first integer is the number of bytes to skip after the end of the previous copy, and is negative to go back. The second is the number of bytes to copy. Both count bytes of UTF-8.
 *
 * @typedef {object} Pick Pick answers a decision that asks for cards, with all of the cards at once.
 * @property {"pick"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {number} decision the id of the decision
 * @property {number[]} cards Cards has the ids of the picked cards: the ids in the pick of the decision. Each id may appear once. The order of the ids matters if the pick is ordered.
 * @property {string} [info] a bot's note, as in Choose.
 *
 * @typedef {object} Ping Ping requests a Pong. Either side may send it.
 * @property {"ping"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {number} t returned unchanged
 *
 * @typedef {object} Player A Player is a client with an identity. The zero value is an unknown player.
 * @property {string} [id] hidden from clients
 * @property {string} name
 * @property {string} kind guest, bot, or program for a bot that the server runs
 *
 * @typedef {object} Pong Pong answers a Ping.
 * @property {"pong"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {number} t copied from the Ping
 *
 * @typedef {object} Proof A Proof is the result of replaying a finished game. It shows whether the randomness of the game follows from the commitment published before it.
 * @property {string} game its id
 * @property {string} rules
 * @property {string} [commit] Commit is the SHA-256 of Key followed by Salt, each of 32 bytes. It proves fairness only to players who received it before the game.
 * @property {string} key
 * @property {string} [salt]
 * @property {string[]} [nonces] Nonces are the nonces of the players, by seat. Mixed is the key mixed with the nonces. Both are absent if no player sent a nonce.
 * @property {string} [mixed]
 * @property {string} digest of the last position
 * @property {Check[]} checks
 * @property {boolean} fair there was a commitment, no check failed, and the rules have not changed
 *
 * @typedef {object} Puzzle
 * @property {string} id unique among the ruleset's puzzles
 * @property {string} card Card names the card whose picture the puzzle has.
 * @property {number} turn the number of the turn in which the player can win
 * @property {number} luck Luck is the number of wins in a million games in which the player chooses at random.
 * @property {string[]} solution Solution lists the texts of the player's choices against the bot's defence. Decisions with a single option are omitted.
 * @property {number} [tried] the number of players who began the puzzle
 * @property {number} [solved] the number of players who solved the puzzle
 *
 * @typedef {object} Queue A QueueInfo describes the players who wait for the same terms.
 * @property {number} waiting players, without those whose table is full
 * @property {number} [usual_wait_ms] UsualWait is the median of the latest waits for a full table, absent before the first.
 *
 * @typedef {object} Quick Terms are the options on which players must agree to be matched. Their decks may differ.
 * @property {string} rules
 * @property {number} [seats] by default the number nearest to two that the ruleset allows
 * @property {Object<string, string>} [table]
 * @property {Clock} [clock]
 * @property {boolean} [rated]
 * @property {number} [best_of]
 *
 * @typedef {object} RankedSeat A RankedSeat is a seat of a game in a ranking.
 * @property {string} id of the game
 * @property {number} seat
 * @property {string} [name] of the player
 * @property {number} turn
 * @property {number} value
 * @property {string} status Live or Over
 * @property {boolean} [won]
 *
 * @typedef {object} Ranking A Ranking compares the games of a ruleset, highest value first.
 * @property {string} rules
 * @property {string} by
 * @property {string[]} stats the statistics that can rank the games, besides ByValue
 * @property {RankedSeat[]} games
 *
 * @typedef {object} Refresh Refresh requests the latest Update in full. A client sends it when a patch does not fit.
 * @property {"refresh"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 *
 * @typedef {object} Release Release discards a world to make room for another one. A server answers a release only if it has an id: with Done, or with the error no_world. An arena never answers a release.
 * @property {"release"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {number} fork the id of the world
 *
 * @typedef {object} ReplayDecision A Decision is one choice of a seat, with the seat's options and view before the choice.
 * @property {number} n the number of the step
 * @property {number} decision id of the answered decision, 0 for a resignation
 * @property {number} at_ms time of the choice, in ms since 1970
 * @property {number} ms thinking time in ms
 * @property {string} [by]
 * @property {number} turn
 * @property {Option[]} options
 * @property {Option} chosen
 * @property {any} view
 *
 * @typedef {object} ReplayPage A Page is a range of steps of a game as a viewpoint may see them.
 * @property {string} game its id
 * @property {string} rules
 * @property {number} version of the rules
 * @property {string} program version of gamed that created it
 * @property {number} at_ms creation time, in ms since 1970
 * @property {Seat[]} seats as they were at the end
 * @property {Clock} [clock]
 * @property {number} steps number of the last step; step 0 is the deal
 * @property {Turn[]} turns
 * @property {number[]} won
 * @property {boolean} draw
 * @property {string} reason as in protocol.Over
 * @property {string} [fault] Fault is the error of the rules that ended the game.
 * @property {"transcript" | "log"} [source] Source is set if this program does not have the rules of the game: see OpenOtherRules. The value is "transcript" if the steps have the public events, and "log" if they have no events. With either value, the steps have no views and no options.
 * @property {string} viewpoint Viewpoint is the number of a seat, "watcher" for spectators, or "all".
 * @property {number} from the number of the first step on the page
 * @property {Step[]} list
 *
 * @typedef {object} Resign Resign leaves the game permanently.
 * @property {"resign"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 *
 * @typedef {object} Resigned Resigned is the resignation of a seat.
 * @property {number} seat the seat that resigned
 * @property {"clock" | "exit"} [by] absent if the player resigned. "clock": the seat's time has run out. "exit": another player sent an Exit, because the seat delayed the game.
 *
 * @typedef {object} Respond Respond answers another seat's offer, or withdraws your own. A spectator of a game with an open seat sends Respond with the kind "invitation" to decline the seat.
 * @property {"respond"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {"draw" | "undo" | "invitation"} kind the kind of the offer
 * @property {boolean} accept whether to accept; false closes the offer
 *
 * @typedef {object} Result A Result is the result of a game. It depends only on the game's log and its players, so all servers write the same result.
 * @property {string} game
 * @property {string} rules
 * @property {number} began_ms in milliseconds since 1970
 * @property {number} ended_ms when the game last changed, in milliseconds since 1970
 * @property {number} [shown_ms] Shown is the time when spectators have seen the end, or 0 for immediately. Until then the result is secret.
 * @property {string} [name] of the table
 * @property {Clock} [clock]
 * @property {boolean} [private]
 * @property {ResultSeat[]} seats
 * @property {number[]} won empty for a draw
 * @property {string} reason as in an over message
 * @property {boolean} [rated] Rated is set if the result counts for ratings. WhyUnrated is the reason if a rated game does not count.
 * @property {string} [why]
 * @property {Series} [series]
 *
 * @typedef {object} ResultSeat A ResultSeat is a seat and its player.
 * @property {string} kind as in a table message
 * @property {string} [name]
 * @property {Player} [player] nil for an unknown player
 *
 * @typedef {object} Rollouts Rollouts plays ahead in several worlds with one message. There is a rollout for each seed and each path. Each rollout starts in a world as after a Fork, applies the options of its path, and plays on until its end. The answer is Values. The server keeps none of these worlds.
 * @property {"rollouts"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {number} [from] the world to start from. If it is absent, each seed samples a world.
 * @property {number[]} seeds Seeds has 1 to 1024 seeds. A seed determines the sampled world, and the options of a random rollout. If the message names a world to start from, the seed is mixed into the randomness of that world before the first option.
 * @property {number[][]} [paths] Paths lists the ids of options to apply one after another, each for the seat that the world asks then. If it is absent, there is one empty path.
 * @property {"now" | "turn" | "game"} [until] the end of a rollout: "now" directly after the path (default), "turn" when another turn begins, "game" at the end of the game.
 * @property {"default" | "random"} [play] Play selects the options after the path: "default" for option 0 (default), or "random".
 *
 * @typedef {object} Rules
 * @property {string} name
 * @property {string} about
 * @property {number} version
 * @property {number} min_seats
 * @property {number} max_seats
 * @property {boolean} worlds Worlds reports whether Resample redraws everything that a seat cannot know. If so, external bots may search in sampled worlds.
 * @property {CardInfo[]} [cards]
 * @property {DeckInfo[]} [decks]
 * @property {Passing} [passing] Passing configures automatic passing. Nil means that players do not pass.
 * @property {string[]} [stats]
 * @property {string} [component]
 * @property {Word[]} [words]
 * @property {boolean} [lot]
 *
 * @typedef {object} Seat A Seat describes a seat and its player.
 * @property {number} seat the number of the seat
 * @property {"open" | "person" | "bot"} kind whether the seat is open, taken by a client, or has a bot of the server. A bot that joins as a client is a person
 * @property {string} [name] the name of the person or bot, or of the person for whom an open seat is reserved
 * @property {string} [face] the portrait that the person has chosen, such as fox
 * @property {boolean} here whether the person or the bot of the seat is connected; a stand-in does not count; always false for delayed spectators once the game has begun
 * @property {number} [asked_ms] how long the game has waited for this seat's answer, in milliseconds rounded down to whole seconds.
 * @property {number} [away_ms] how long a person has been disconnected, in milliseconds rounded down to whole seconds.
 * @property {number} [exit_ms] the number of milliseconds until other players may send an Exit, if nothing changes. It is absent unless the game waits for a person in this seat.
 * @property {boolean} [stand_in] StandIn reports that a bot plays for the person in this seat until the person returns.
 * @property {boolean} [stopped] Stopped reports that the clock of the seat has stopped, because the seat's time has run out three times in a row. The clock runs again when the player returns.
 *
 * @typedef {object} SeatSettings SeatSettings lists the settings of your seat. The server sends it to your seat only, after each change, and when you join a game with automatic passes or a seat with settings.
 * @property {"settings"} type
 * @property {string[]} stops the names of the situations in which the server waits for you
 * @property {boolean} alone see Settings
 * @property {string[]} always the texts of the options chosen with Always, oldest first
 * @property {number[]} muted the muted seats, with -1 for all spectators
 *
 * @typedef {object} SeatSpec A SeatSpec describes a seat: open unless Bot is set.
 * @property {string} [bot] the name of a bot, as in "ismcts:2000"
 * @property {string} [deck] a ready deck's name or a deck file's text; empty is the ruleset's default
 *
 * @typedef {object} Selection A Selection is a card's request for a choice of cards.
 * @property {number} min the minimum number of cards to pick
 * @property {number} max the maximum number of cards to pick
 * @property {string} does what happens to the cards, such as "discard" or "put on the deck"
 * @property {string} from the zone of the cards, such as "hand"
 * @property {boolean} [ordered] whether the order of the picks counts
 * @property {Option[]} cards one entry per card; copies of a card have the same text
 *
 * @typedef {object} Series A Series is several games between the same players. It ends when a player has won more than half of BestOf games, after twice BestOf games, or when all players abandon a game.
 * @property {string} id of its first game
 * @property {number} of
 * @property {string[]} names of the players, by seat in the first game
 * @property {number[]} score games won, in the order of Names
 * @property {SeriesGame[]} games finished
 * @property {boolean} over
 *
 * @typedef {object} SeriesGame A SeriesGame is a finished game of a series.
 * @property {string} id
 * @property {number[]} won indices in the Names of the series, not seats
 * @property {number} [shown_ms] Shown is as in a Result.
 *
 * @typedef {Welcome | Joined | Table | Update | Patch | Error | Done | ChatMessage | SeatSettings | Over | World | Values | Ping | Pong | Bye} ServerMessage A message from the server.
 *
 * @typedef {object} Settings Settings sets which decisions the server answers for your seat. Absent fields keep their values. The server answers 300 ms after the decision opened, whatever your hand is.
 * @property {"settings"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {string[]} [stops] Stops lists the situations in which the server waits for you, by the names in GET /api/rules. "*" stands for all of them. In the other situations the server passes for you. It passes only if the default of the decision is to pass.
 * @property {boolean} [alone] Alone sets whether the server passes for you whenever you have no other option. Other players may draw conclusions about your hand from such passes.
 * @property {boolean} [forget] Forget cancels all answers given with Always.
 *
 * @typedef {object} Spec A Request is the body of a client's request to create a game. The game's log contains a hash of its JSON to identify retries, so the order of the fields must not change.
 * @property {string} rules the name of a ruleset
 * @property {SeatSpec[]} seats in turn order
 * @property {Object<string, string>} [table] the ruleset's own options
 * @property {Clock} [clock] or nil for an untimed game
 * @property {boolean} [private] reachable by its id only, and never listed
 * @property {Budget} [forks] Forks is the budget of each seat's forward model, or nil for no forward model.
 * @property {Spectators} [spectators] Spectators limits watching. If it is nil, everyone may watch live.
 * @property {string} [name] name of the table: up to 60 bytes on one line
 * @property {boolean} [rated] Rated makes the result count towards the players' ratings. Only players with a session or a token may join.
 * @property {number} [best_of] BestOf makes a series between the same players: the best of 3, 5 or 7 games. The server creates each game when the previous one ends, until the series is over. 0 means a single game.
 *
 * @typedef {object} Spectators Spectators controls whether a game may be watched, and with what delay. As JSON it is "none" or an object with delay_ms.
 * @property {boolean} None no spectators allowed
 * @property {number} Delay the spectators' delay in milliseconds
 *
 * @typedef {object} Step A Step is a request and its events. Step 0 is the deal. An undo and a draw outside the rules are also steps, without a request.
 * @property {number} n
 * @property {number} at_ms in ms since 1970
 * @property {number} seat the seat of the request or the undo; -1 for none
 * @property {string} [by] the source of the choice if it is not the player, as in table.Request
 * @property {Option[]} [options] Options are the options of the seat, and Chosen is its choice. Both are absent where the viewpoint may not see them. If the choice is a resignation or a pick of several cards, Chosen has id -1 and is not in Options.
 * @property {Option} [chosen]
 * @property {Event[]} events the events of the step as the viewpoint sees them
 * @property {number} turn The fields below describe the position after the step, as in an update.
 * @property {number[]} awaiting
 * @property {number[]} [left_ms]
 * @property {any} view null if the program has other rules: see Facts
 *
 * @typedef {object} Stop A Stop is a situation in which a seat may pass. The first stop that matches the top frame of the stack applies.
 * @property {string} name unique in the ruleset
 * @property {string} text completes "wait for me at"
 * @property {boolean} [default] Default reports whether the stop is among the default stops of a human player.
 * @property {boolean} [own] Own reports whether the seat itself acts or is attacked in this situation.
 *
 * @typedef {object} Table Table reports the seats, the open offers and what the game waits for. The server sends it after a change and in answer to Who.
 * @property {"table"} type
 * @property {string} [id] the id of the Who that the table answers
 * @property {string} game the id of the game
 * @property {Seat[]} seats all seats, by number
 * @property {boolean} [held] Held reports that the server's storage does not respond. The game is paused and no clock runs.
 * @property {Offered[]} [offers] the open offers
 * @property {Declined} [declined] an offer that a player has just declined or withdrawn, or an invitation that a spectator has just declined. The server sends it once.
 * @property {(Object<string, number>)[]} [decks] Decks lists the decks, as in Joined. The server sends it once, when the game begins.
 * @property {string} [next] the id of the game that follows this one. The server sends it once.
 *
 * @typedef {object} Turn A Turn tells at which step a turn began.
 * @property {number} turn
 * @property {number} step the first step in that turn
 *
 * @typedef {object} Update Update sends a seat or a spectator the latest events, the current view, and the open decision. The newest update replaces all earlier ones.
 * @property {"update"} type
 * @property {string} game the id of the game
 * @property {number} n the number of the latest event
 * @property {number} turn the turn number, from 1; 0 before the first turn
 * @property {number[]} awaiting the seats that must decide, in turn order
 * @property {any} view the game as the recipient may see it: an object defined by the ruleset
 * @property {Event[]} events the events since the previous update, or, after a Join, the events that the client has missed
 * @property {boolean} [gap] whether some events before these are omitted
 * @property {Decision} [decision] the seat's open decision
 * @property {number[]} [left_ms] the bank of each seat
 * @property {number[]} [ends_ms] the number of milliseconds until the clock answers for each seat, or -1 while the clock of the seat does not run.
 * @property {number} [now_ms] the server's time in milliseconds since 1970, in a game with a clock. left_ms and ends_ms are the times at that moment.
 *
 * @typedef {object} Values Values is the result of Rollouts.
 * @property {"values"} type
 * @property {string} [id] the id of the Rollouts
 * @property {number[][]} values Values has an entry for each rollout, in the order of the seeds and then of the paths. An entry has an estimate by seat at the end of the rollout, as in a World. The last entries are missing if the budget is spent, or if the rollouts have taken 10,000 steps.
 * @property {number} steps the steps used: one for each rollout, and one for each option
 *
 * @typedef {object} Watch Watch makes the client a spectator of a game.
 * @property {"watch"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 * @property {string} game the id of the game
 *
 * @typedef {object} Welcome Welcome answers a Hello.
 * @property {"welcome"} type
 * @property {string} [id] the id of the Hello
 * @property {number} protocol the protocol version of the server
 * @property {string} server the name and version of the program
 * @property {number} [now_ms] the time of a server in milliseconds since 1970. An arena sends none.
 *
 * @typedef {object} Who Who requests a Table, which shows the seats that the game waits for, and how long it has waited.
 * @property {"who"} type
 * @property {string} [id] a string that the client chooses. The answer repeats it. See "Message ids".
 *
 * @typedef {object} Word A Word is an entry of a ruleset's glossary.
 * @property {string} word
 * @property {string} means
 * @property {string} group the topic of the word
 * @property {string[]} [signs] Signs names glyphs of the page that show the word: see web/static/kit/glyph.js. By default, the page shows the glyph with the name of the word, else the picture of a card that uses the word.
 * @property {string[]} [forms] Forms lists other forms of the word in the texts of cards.
 *
 * @typedef {object} World A World is the result of a Fork or an Apply. A world agrees with all that the seat may know. The hidden information in a world is drawn at random.
 * @property {"world"} type
 * @property {string} [id] the id of the Fork or Apply
 * @property {number} fork the id of the world, counted from 1 for each decision
 * @property {number} turn the turn number
 * @property {number} seat the seat that must decide, or -1 when the game is over. It is your own seat until you have answered the decision in this world, and then the first awaited seat in turn order.
 * @property {Option[]} options Options lists the options of that seat. Option 0 is the default.
 * @property {number[]} values Values has an estimate by seat, from 0 for a loss to 1000 for a win.
 * @property {boolean} over whether the game is over in this world
 * @property {number[]} won the winning seats
 * @property {any} [view] the world as the bot's seat would see it, on request
 */

export {};
