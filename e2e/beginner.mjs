// The questions of a new player, by the screen that raises them, and where that screen answers them. The
// questions came first: they were not chosen to fit the answers of the page. beginner.test.mjs looks for each
// answer on its screen. docs/questions.md is made from this file.

/**
 * @typedef {object} Question
 * @property {string} ask
 * @property {string | string[]} answer the words on the screen, or the words of several controls
 * @property {string} at a selector of their place
 * @property {boolean} [varies] whether the numbers in the words differ from game to game
 * @property {["Point at" | "Click" | "Touch", string, string]} [act] what the player does first: the gesture, the thing, and its selector
 *
 * @typedef {{name: string, title: string, questions: Question[], pictured?: number}} Screen name: of its picture, and of the function in screens.mjs that opens it; pictured: the question whose gesture the picture shows
 */

const CHOICES = "#choices";
const ACTION = "#action";
const PROMPT = "#prompt";
const LARGE = ".zoom"; // the large card beside the one that the player points at

/** @param {string} card in the own hand */
const held = (card) => `.own .hand .card:has(.name:text-is("${card}"))`;

/** @type {Screen[]} */
export const SCREENS = [
  { name: "lobby", title: "Lobby", questions: [
    { ask: "I know none of these games. Where do I start?", answer: ["New here?", "Learn to play"], at: ".again" },
    { ask: "Can I play right now, without another person?", answer: "Play a bot now", at: ".begin" },
    { ask: "Which of these opponents can I beat?", answer: ["Easy", "Tries a few moves, then picks one. Start here."], at: ".face" },
    { ask: "How long must I wait for a person?", answer: "No one is waiting", at: "#people" },
    { ask: "“Rated”: do I lose something?", answer: "Win to gain rating, lose to drop.", at: "#people" },
    { ask: "“5 min + 2 s”: how does this clock work?", answer: "The first 10 s of a move are free; each move adds 2 s.", at: "#people" },
    { ask: "Do I need an account?", answer: "You need no account: this browser remembers you.", at: ".lobby > .player-name" },
  ] },
  { name: "looking", title: "Quick match", questions: [
    { ask: "Is the page still searching?", answer: ["Looking for an opponent…", "0:01"], at: ".looking", varies: true },
    { ask: "Do I have to sit here and wait?", answer: "You can read or build a deck meanwhile. The table opens when an opponent comes.", at: "#people" },
    { ask: "No one comes. What now?", answer: ["Cancel", "Play a bot"], at: ".looking" },
  ] },
  { name: "invitation", title: "Invitation", questions: [
    { ask: "Who invited me, and to what?", answer: "Ann invites you to Elements", at: ".invitation" },
    { ask: "I have never heard of this game. How does it work?", answer: ["A duel of Beings, Items and Spells, paid for with seven elements; 2 to 4 seats.", "Learn to play"], at: ".invitation" },
    { ask: "When does my time start to run?", answer: "the clock starts when all have joined", at: "#accept" },
    { ask: "Do I need a deck of my own?", answer: "The table gives you a deck.", at: "#own-deck" },
  ] },
  { name: "waiting", title: "Waiting for a friend", questions: [
    { ask: "How does my friend get here?", answer: "Send this link, or let your friend scan the code. The game starts as soon as they accept.", at: "#invite" },
    { ask: "Can I leave this page?", answer: "You can leave this page and return from the lobby.", at: ".invitation" },
  ] },
  { name: "hand", title: "Elements: opening hand", questions: [
    { ask: "What do I do now?", answer: "Keep this hand or mulligan?", at: PROMPT },
    { ask: "“Mulligan”: how does that work?", answer: "A mulligan replaces it with only 2 cards, once.", at: PROMPT },
    { ask: "How do I win?", answer: "Reduce your opponents from 7 life to 0.", at: CHOICES },
  ] },
  { name: "sunrise", title: "Elements: sunrise", questions: [
    { ask: "Why do I have to choose an element?", answer: "Each turn, create an element to pay for cards.", at: CHOICES },
    { ask: "Which of the seven do I take?", answer: ["Create black", "Tomb Giant becomes playable"], at: ACTION },
  ] },
  { name: "main", title: "Elements: my turn", pictured: 0, questions: [
    { ask: "Why can't I play this one?", act: ["Point at", "the card", held("Tomb Giant")], answer: "It costs 2 black, 1 any; you need 1 black.", at: LARGE },
    { ask: "“Sacrifice”: how does that work?", act: ["Point at", "the card", held("Pyre Imp")], answer: "A cost of a power: the token goes to its owner's Past.", at: LARGE },
    { ask: "It “dies”: where does it go?", act: ["Point at", "the card", held("Pyre Imp")], answer: "Put a token into its owner's Past. A Being with 0 health is destroyed too: it dies.", at: LARGE },
    { ask: "Two numbers on a Being: which is which?", act: ["Point at", "the Being", '[data-ref="t10"]'], answer: "Its attack is on the left, its health on the right.", at: LARGE },
    { ask: "Why can't this Being attack?", act: ["Point at", "the Being", '[data-ref="t12"]'], answer: "It is asleep. It wakes at your next Sunrise.", at: LARGE },
    { ask: "How do I attack?", answer: ["Next: Attack", "2 Beings are awake"], at: ACTION },
    { ask: "I have nothing left to do. How do I end my turn?", answer: "End turn", at: ".actions" },
    { ask: "Which cards can I play?", act: ["Click", "List", "#choices .fold"], answer: "Play Spark", at: "#options" },
  ] },
  { name: "block", title: "Elements: attacked", pictured: 3, questions: [
    { ask: "What's happening to me?", answer: "Stag Captain attacks you: block or take the damage?", at: PROMPT },
    { ask: "How much does it hurt if I let it through?", answer: ["No block", "take 2: 5 → 3 life"], at: ACTION },
    { ask: "And if I block with this Being?", answer: "Kills it", at: '[data-ref="t10"]' },
    { ask: "Why can't this Being block?", act: ["Point at", "the Being", '[data-ref="t12"]'], answer: "It is asleep, so it cannot block.", at: LARGE },
  ] },
  { name: "respond", title: "Elements: a play of the opponent", questions: [
    { ask: "What did my opponent just do?", answer: "Beginner bot plays it on Stag Captain and Furnace Ox.", at: PROMPT },
    { ask: "How does it end for my Being?", answer: "Dies", at: '[data-ref="t10"]' },
    { ask: "Can I do anything about it?", answer: "Respond to Trial of Horns?", at: PROMPT },
    { ask: "And if I do nothing?", answer: "Let it happen", at: ACTION },
  ] },
  { name: "target", title: "Elements: choosing a target", questions: [
    { ask: "I clicked the card. What now?", answer: "Spark: choose a target", at: PROMPT },
    { ask: "How does it end for the one that I choose?", answer: "Dies", at: '[data-ref="t24"]' },
    { ask: "Why can't I choose this one?", act: ["Point at", "the Being", '[data-ref="t23"]'], answer: "Not a legal target.", at: LARGE },
    { ask: "I clicked the wrong card. How do I put it back?", answer: "Cancel", at: ACTION },
  ] },
  { name: "turn", title: "Elements: the opponent's turn", pictured: 2, questions: [
    { ask: "Whose turn is it?", answer: "Turn 9 Beginner bot", at: ".turn-line" },
    { ask: "Why can't I play anything?", act: ["Point at", "a card", held("Spark")], answer: "Not your move: waiting for Beginner bot.", at: LARGE },
    { ask: "What did I miss?", act: ["Click", "Log", "#tab-log"], answer: "Beginner bot plays Moss Hare", at: "#log" },
  ] },
  { name: "clock", title: "Elements: little time left", questions: [
    { ask: "How much time do I have?", answer: "0:09", at: ".own .clock", varies: true },
    { ask: "What happens at 0:00?", answer: "At 0:00 the game chooses for you. After three times in a row, you lose.", at: CHOICES },
  ] },
  { name: "offers", title: "Undo and resignation", questions: [
    { ask: "I misclicked. Can I take it back?", answer: "Undo", at: ".knob.undo" },
    { ask: "I asked for an undo. Why does nothing happen?", answer: "You asked to undo your last move. Waiting for Ben.", at: ".offer" },
    { ask: "How do I give up?", act: ["Click", "Settings", "#tab-more"], answer: "Resign", at: "#side-panel" },
  ] },
  { name: "away", title: "An absent opponent", questions: [
    { ask: "My opponent is gone. Do I wait forever?", answer: "You can continue without them in 5:00.", at: ".waits", varies: true },
  ] },
  { name: "lost", title: "A lost connection", questions: [
    { ask: "My connection is gone. Is my game lost, too?", answer: "Connection lost; reconnecting… The server keeps your game.", at: "#connection" },
  ] },
  { name: "ending", title: "The end of a duel", questions: [
    { ask: "Who won, and how?", answer: ["Defeat", "You ran out of life on turn 12."], at: "#ending", varies: true },
    { ask: "Where did I lose it?", answer: "Turning point: turn 8", at: "#ending", varies: true },
    { ask: "Can I play again?", answer: "New game", at: CHOICES },
  ] },
  { name: "replay", title: "Replay", questions: [
    { ask: "Which move am I looking at?", answer: "Turn 5 / 9 · step 40 of 80", at: ".replay-bar", varies: true },
    { ask: "Was that a good move?", answer: ["A bot's search estimates each seat's chances if all play well from here, with all cards visible.", "Turning points"], at: "#chances" },
    { ask: "Can I try another way from here?", answer: "Play from here", at: CHOICES },
  ] },
  { name: "learn", title: "Learn", questions: [
    { ask: "How long does a lesson take?", answer: ["3 min, 8 moves", "0 of 9 played · about 2 min each"], at: ".path", varies: true },
    { ask: "I don't know a word on a card. Where do I find it?", answer: ["Look up a word", "All words"], at: ".glossary" },
  ] },
  { name: "puzzle", title: "Puzzle", questions: [
    { ask: "What do I have to do here?", answer: "Win before your turn ends.", at: ".puzzle" },
    { ask: "I'm stuck. Can I get help?", answer: ["Hint", "Solution"], at: ".puzzle" },
  ] },
  { name: "deck", title: "Deck builder", questions: [
    { ask: "Why can't I play with this deck?", answer: "3 cards. Not legal: 3 cards: a deck has at least 21.", at: "#legal" },
    { ask: "Which card could I add?", answer: "18 cards short of 21.", at: ".suggestion", varies: true },
  ] },
  { name: "watch", title: "Watching", questions: [
    { ask: "Why can't I click anything?", answer: "Spectating", at: ACTION },
  ] },
  { name: "dominion", title: "Dominion", pictured: 1, questions: [
    { ask: "How do I win, and when is it over?", answer: "Have the most points from Victory cards when the Provinces or Colonies, or any 3 piles, run out.", at: ".inspector" },
    { ask: "Where did the card go that I bought?", answer: "Cards you buy go to your discard pile and come back when your deck is reshuffled.", at: ".inspector" },
    { ask: "Why can't I buy this card?", act: ["Point at", "the card", '[data-ref="supply/Province"]'], answer: "It costs $8; you have $3.", at: ".inspector", varies: true },
    { ask: "Actions, Buys, Coins: how do they work?", act: ["Click", "Buys", '[popovertarget="about-Buys"]'], answer: "Cards that you may still buy", at: "#about-Buys" },
    { ask: "Who leads?", answer: "3", at: ".plate .points", varies: true },
  ] },
  { name: "polity", title: "Polity", questions: [
    { ask: "What do I do here?", answer: "Answer one of 3 cards", at: PROMPT, varies: true },
    { ask: "What do the dots say?", answer: "●○○ small · ●●○ middling · ●●● great · ? uncertain. The direction stays hidden.", at: ".matter .scale" },
    { ask: "When do I lose?", answer: "The game ends early if Liberties, Prosperity or Order falls to 20 or rises to 86.", at: ".dispatch" },
    { ask: "Why did this number change?", answer: "What changed", at: ".ledger" },
    { ask: "Why can't I choose this answer?", act: ["Click", "At any time", ".ledger summary"], answer: "Not now:", at: ".ledger .cannot .reason" },
  ] },
  { name: "four", title: "Elements with four players", questions: [
    { ask: "Which of them can I attack?", answer: "Choose whom to attack", at: ACTION },
    { ask: "Who's out already?", answer: "out", at: ".side.out .mark" },
  ] },
  { name: "phone", title: "Phone", pictured: 0, questions: [
    { ask: "The cards are tiny. How do I read one?", act: ["Touch", "the card", held("Spark")], answer: "Deal 2 damage to a Being or a player.", at: LARGE },
    { ask: "Where are the log and the chat?", act: ["Touch", "⋯", ".drawer-open"], answer: ["Log", "Chat"], at: ".knobs" },
  ] },
  { name: "settings", title: "Settings", questions: [
    { ask: "Everything goes by too fast. Can I slow it down?", answer: "Show moves", at: ".settings-page" },
    { ask: "Are there keys for this?", answer: "Keyboard shortcuts", at: ".settings-page h4" },
  ] },
];
