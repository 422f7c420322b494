// The page on which one steps through deals. The data are described in envs/cli/view.py; nothing here knows a game.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const SUITS = { C: ["♣", "clubs", "black"], S: ["♠", "spades", "black"], H: ["♥", "hearts", "red"], D: ["♦", "diamonds", "red"] };
  const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
  const FACE_DOWN = "??";
  const $ = (id) => document.getElementById(id);
  const at = { deal: 0, step: 0, view: "open", order: data.deals.map((_, i) => i), sort: null };
  let scenes = [];

  // --- Elements ---

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else if (value === true) made.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
    }
    made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
    return made;
  }

  const number = (value) => String(Math.round(value * 100) / 100).replace("-", "−");
  const signed = (value) => (value > 0 ? "+" : "") + number(value);
  const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
  const words = (text) => text.replaceAll("_", " ").replace(/\bplayer (\d+)/g, "player_$1");

  // --- Cards ---

  const isCard = (word) => word.length === 2 && "23456789TJQKA".includes(word[0]) && word[1] in SUITS;

  function cardName(card) {
    if (card === FACE_DOWN) return "face down";
    return isCard(card) ? `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]][1]}` : card;
  }

  function cardElement(card, kind = "") {
    const attributes = { role: "img", "aria-label": cardName(card) };
    if (card === FACE_DOWN) return element("span", { ...attributes, class: `card back ${kind}` });
    if (!isCard(card)) {
      return element("span", { ...attributes, class: `card special ${kind}` },
        element("b", {}, card), element("i", {}, "★"));
    }
    const [symbol, , colour] = SUITS[card[1]];
    return element("span", { ...attributes, class: `card ${colour} ${kind}` },
      element("b", {}, card[0] === "T" ? "10" : card[0]), element("i", {}, symbol), element("u", {}, symbol));
  }

  // A text in which cards may stand as words, as in "play QC".
  function withCards(text) {
    return words(text).split(/(\s+)/).map((word) =>
      isCard(word)
        ? element("span", { class: `inline ${SUITS[word[1]][2]}` }, (word[0] === "T" ? "10" : word[0]) + SUITS[word[1]][0])
        : word);
  }

  const fan = (cards, kind) => element("span", { class: `fan ${kind}`, style: `--count:${cards.length}` }, cards.map((card) => cardElement(card)));

  // --- The scenes of a view, made whole again ---

  function wholeScenes(patches) {
    const whole = [];
    for (const patch of patches) {
      const before = whole.at(-1);
      const seats = before ? [...before.seats] : [];
      for (const [place, change] of patch.seats ?? []) seats[place] = { ...seats[place], ...change };
      whole.push({ ...before, ...patch, seats });
    }
    return whole;
  }

  const deal = () => data.deals[at.deal];
  const scene = () => scenes[Math.min(at.step, scenes.length - 1)];
  const viewNumber = () => (at.view === "open" ? 0 : Number(at.view) + 1);
  const agentName = (spec) => (spec === undefined ? "" : spec === null ? "person" : data.names[spec]);

  // --- The table ---

  // Where the players sit, the viewer below, the others clockwise: [side, row, x, y] with x and y from -1 to 1.
  function places(count) {
    const others = count - 1, side = Math.floor(others / 2), middle = Math.max(side, 1), hasTop = others % 2 === 1;
    const rows = middle + (hasTop ? 1 : 0) + 1, first = hasTop ? 2 : 1;
    const reach = [0, 0, 0.8, 1.05][side]; // so far apart that no card lies on another
    const height = (place) => (side > 1 ? reach - (2 * reach * place) / (side - 1) : 0);
    const found = [["bottom", rows, 0, 1]];
    for (let i = 0; i < side; i += 1) found.push(["left", first + side - 1 - i, -1, height(i)]);
    if (hasTop) found.push(["top", 1, 0, -1]);
    for (let i = side - 1; i >= 0; i -= 1) found.push(["right", first + side - 1 - i, 1, height(i)]);
    return { found, center: `--row:${first} / span ${middle};--narrow-row:${rows}` };
  }

  function drawTable() {
    const now = scene(), count = now.seats.length, bottom = at.view === "open" ? 0 : Number(at.view);
    const { found, center } = places(count);
    const felt = $("felt");
    felt.dataset.players = count;
    felt.replaceChildren();
    const seatOf = (place) => (bottom + place) % count;
    for (let place = 1; place < count; place += 1) felt.append(seatElement(now, now.seats[seatOf(place)], found[place]));
    felt.append(centerElement(now, center, (player) => found[(player - bottom + count) % count]));
    felt.append(seatElement(now, now.seats[bottom], found[0]));
  }

  function seatElement(now, seat, [side, row]) {
    const isMover = seat.player === now.to_move;
    const spec = deal().agents[seat.player];
    const scored = seat.score !== null;
    const won = [plural(seat.tricks, "trick"), seat.card_points !== null ? plural(seat.card_points, "card point") : null,
      seat.total !== null ? `total ${number(seat.total)}` : null].filter(Boolean).join(" · ");
    return element("div", { class: `seat ${side}${isMover ? " mover" : ""}`, style: `--row:${row};--narrow-row:${side === "bottom" ? row + 1 : row}` },
      element("div", { class: "who" },
        element("strong", {}, `player_${seat.player}`),
        isMover ? element("span", { class: "chip turn" }, "to move") : null,
        seat.roles.map((role) => element("span", { class: "chip role" }, role)),
        seat.notes.map((note) => element("span", { class: "chip" }, withCards(note))),
        scored ? element("span", { class: `chip score${seat.score < 0 ? " bad" : seat.score > 0 ? " good" : ""}` }, `score ${signed(seat.score)}`) : null,
        spec === undefined ? null : element("span", { class: "agent", title: spec ?? "a person" }, agentName(spec))),
      scenes[0].seats[seat.player].hand.length ? fan(seat.hand, "hand kept") : seat.hand.length ? fan(seat.hand, "hand") : null,
      seat.open_cards.length ? element("div", { class: "aside" }, element("span", {}, "on the table"), fan(seat.open_cards, "hand")) : null,
      element("div", { class: "won" }, won, seat.put_away.length
        ? element("span", { class: "put-away" }, element("span", { class: "dot" }, " · "), "put away ", withCards(seat.put_away.join(" "))) : null));
  }

  function centerElement(now, rows, placeOf) {
    const isOver = now.to_move < 0;
    const isNew = now.trick.length > 0;
    const trick = isNew ? now.trick : now.last_trick;
    const shown = trick.map(([player, card], turn) => {
      const [, , x, y] = placeOf(player);
      // Somebody who plays to a trick more than once has their cards side by side.
      const own = trick.map(([other], i) => (other === player ? i : -1)).filter((i) => i >= 0);
      const aside = own.indexOf(turn) - (own.length - 1) / 2;
      const wins = !isNew && player === now.last_winner;
      return element("figure", { class: `played${wins ? " wins" : ""}`, style: `--x:${x};--y:${y};--aside:${aside};--turn:${turn}` },
        cardElement(card, "big"), element("figcaption", {}, `player_${player}`));
    });
    const line = isOver ? (deal().thrown_in ? "" : "The deal is over.")
      : at.step === deal().steps.length && deal().ending ? `There it ends: ${deal().ending}.`
      : isNew || !trick.length || now.last_winner < 0 ? "" : `player_${now.last_winner} takes the trick.`;
    const small = isNew && now.last_trick.length
      ? element("div", { class: "last-trick" }, element("span", {}, `last trick: player_${now.last_winner}`),
        fan(now.last_trick.map(([, card]) => card), "small")) : null;
    return element("div", { class: "center", style: rows },
      element("div", { class: "headline" },
        element("strong", {}, withCards(now.headline || words(now.phase))),
        now.facts.length ? element("span", { class: "facts" }, now.facts.map(([name, value]) => `${name} ${value}`).join(" · ")) : null),
      element("div", { class: "trick" }, shown,
        trick.length === 0 ? now.piles.map(([name, cards]) => pile(name, cards)) : null),
      element("div", { class: "below" },
        trick.length ? now.piles.map(([name, cards]) => pile(name, cards)) : null, small),
      element("div", { class: "line" }, line));
  }

  const pile = (name, cards) => element("div", { class: "pile" }, element("span", {}, words(name)), fan(cards, "small"));

  // --- Beside the table ---

  const heard = (step) => step.heard[viewNumber()];
  const told = (step) => [`player_${step.player}: `, heard(step) === "" ? "something secret" : withCards(heard(step))];
  const givenAway = (step) => (at.view === "open" && step.lost ? step.lost : 0);  // who sees all cards knows it

  function drawCaption() {
    const now = scene(), step = deal().steps[at.step - 1], total = deal().steps.length;
    const parts = [element("span", { class: "count" }, `Step ${at.step} of ${total}. `)];
    if (step) parts.push(element("span", {}, told(step)), ". ");
    if (step && givenAway(step)) {
      const best = step.best.map((name, i) => [i ? " or " : "", withCards(name)]);
      parts.push(element("span", { class: "lost" }, `Gave away ${step.lost}; best: `, best), ". ");
    }
    if (at.step >= scenes.length) parts.push("The cards are thrown in and dealt anew.");
    else if (now.to_move >= 0 && now.question) parts.push(`player_${now.to_move} is to ${now.question}.`);
    else if (now.to_move < 0) parts.push(`Scores: ${now.seats.map((s) => `player_${s.player} ${signed(s.score ?? 0)}`).join(", ")}.`);
    $("caption").replaceChildren(...parts.flat(Infinity));
  }

  function drawThoughts() {
    const step = deal().steps[at.step], box = $("thoughts");
    $("thoughts-panel").hidden = !deal().steps.some((one) => one.odds);
    if (!step) return box.replaceChildren(element("p", { class: "soft" }, deal().ending || "The deal is over."));
    const who = `player_${step.player}`;
    if (!step.odds) return box.replaceChildren(element("p", { class: "soft" }, `${who} does not say.`));
    if (at.view !== "open" && Number(at.view) !== step.player) {
      return box.replaceChildren(element("p", { class: "soft" }, `Only ${who} knows.`));
    }
    const rows = step.legal.map((name, i) => [name, step.odds[i]]).sort((a, b) => b[1] - a[1]);
    const chosen = step.heard[0];
    return box.replaceChildren(
      element("p", { class: "soft" }, `${who}, ${agentName(deal().agents[step.player])}`),
      element("ul", { class: "bars" }, rows.map(([name, share]) => element("li", { class: name === chosen ? "chosen" : "" },
        element("span", { class: "bar", style: `--share:${share}` }),
        element("span", { class: "name" }, withCards(name), name === chosen ? " ✓" : ""),
        element("span", { class: "share" }, `${(100 * share).toFixed(1)} %`)))));
  }

  function drawLog() {
    const items = deal().steps.map((step, i) => element("li", {},
      element("button", { type: "button", "aria-current": i + 1 === at.step ? "step" : null, onclick: () => go(i + 1) },
        told(step), givenAway(step) ? element("span", { class: "lost" }, ` \u2212${step.lost}`) : null)));
    $("log").replaceChildren(...items);
    const current = $("log").querySelector("[aria-current]");
    if (current) $("log").scrollTop = current.offsetTop - $("log").offsetTop - $("log").clientHeight / 2;
    else $("log").scrollTop = 0;
  }

  // --- The list of deals ---

  const seatsInList = Math.max(0, ...data.deals.map((one) => one.scenes[0][0].seats.length));
  const outcome = (one) => {
    let headline = "";
    for (const patch of one.scenes[0]) headline = patch.headline ?? headline;
    if (one.ending) return [headline, one.ending].filter(Boolean).join("; ");
    return one.thrown_in ? "thrown in" : headline;
  };
  const COLUMNS = [
    ["deal", (one) => one.number],
    ["game", (one) => one.game],
    ["outcome", outcome],
    ["decisions", (one) => one.steps.length],
    ...Array.from({ length: seatsInList }, (_, seat) => [`player_${seat}`, (one) => one.scores[seat] ?? null]),
    ["agents", (one) => one.agents.map(agentName).join(", ")],
  ].filter(([, value], i) => i === 0 || data.deals.some((one) => value(one) !== null && value(one) !== ""));

  function compare(a, b) {
    if (a === null || b === null) return (a === null) - (b === null);
    return typeof a === "number" ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });
  }

  function sortBy(column) {
    const isSame = at.sort && at.sort.column === column;
    const sign = isSame ? -at.sort.sign : 1, value = COLUMNS[column][1];
    at.sort = { column, sign };
    at.order = data.deals.map((_, i) => i).sort((a, b) => {
      const [x, y] = [value(data.deals[a]), value(data.deals[b])];
      return (x === null || y === null ? compare(x, y) : sign * compare(x, y)) || a - b;
    });
    drawList();
    $("deals").querySelectorAll("th button")[column].focus();
  }

  function drawList() {
    const head = element("tr", {}, COLUMNS.map(([name], column) => {
      const sorted = at.sort && at.sort.column === column ? (at.sort.sign > 0 ? "ascending" : "descending") : "none";
      return element("th", { scope: "col", "aria-sort": sorted },
        element("button", { type: "button", onclick: () => sortBy(column) }, name));
    }));
    const rows = at.order.map((i) => {
      const one = data.deals[i];
      return element("tr", { "data-deal": i, onclick: () => open(i) }, COLUMNS.map(([, value], column) => {
        const found = value(one), isNumber = typeof found === "number";
        if (column === 0) return element("td", { class: "number" }, element("button", { type: "button" }, `${found}`));
        return element("td", { class: isNumber ? "number" : "" }, found === null ? "" : isNumber ? number(found) : found);
      }));
    });
    $("deals").replaceChildren(element("thead", {}, head), element("tbody", {}, rows));
    markList();
  }

  function markList() {
    for (const row of $("deals").tBodies[0].rows) {
      if (Number(row.dataset.deal) === at.deal) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }

  // --- Moving ---

  function draw() {
    drawTable();
    drawCaption();
    drawThoughts();
    drawLog();
    const last = deal().steps.length;
    $("slider").max = last;
    $("slider").value = at.step;
    for (const id of ["first", "back"]) $(id).disabled = at.step === 0;
    for (const id of ["next", "last"]) $(id).disabled = at.step === last;
    const place = at.order.indexOf(at.deal);
    $("previous-deal").disabled = place <= 0;
    $("next-deal").disabled = place >= at.order.length - 1;
    document.body.dataset.step = at.step;
    history.replaceState(null, "", `#deal=${deal().number}&step=${at.step}&view=${at.view}`);
  }

  function go(step) {
    at.step = Math.max(0, Math.min(deal().steps.length, step));
    draw();
  }

  function show(view) {
    at.view = view;
    scenes = wholeScenes(deal().scenes[viewNumber()]);
    $("view").value = view;
    draw();
  }

  function open(number, step = 0) {
    at.deal = number;
    const one = deal(), count = one.scenes[0][0].seats.length;
    const options = Object.entries(one.options).map(([name, value]) => `, ${name}=${JSON.stringify(value)}`).join("");
    $("heading").textContent = `Deal ${one.number}`;
    $("subheading").textContent = `${one.game}${options} · ${data.title}`;
    $("view").replaceChildren(
      element("option", { value: "open" }, "everybody: cards open"),
      ...Array.from({ length: count }, (_, seat) => {
        const name = agentName(one.agents[seat]);
        return element("option", { value: String(seat) }, `player_${seat}${name ? ` (${name})` : ""}`);
      }));
    at.step = Math.max(0, Math.min(one.steps.length, step));
    show(at.view === "open" || Number(at.view) < count ? at.view : "open");
    markList();
  }

  function openNeighbour(direction) {
    const next = at.order[at.order.indexOf(at.deal) + direction];
    if (next === undefined) return;
    open(next);
    const row = $("deals").querySelector("[aria-current]"), box = row.closest(".scroll");
    box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }

  const KEYS = {
    ArrowLeft: () => go(at.step - 1),
    ArrowRight: () => go(at.step + 1),
    Home: () => go(0),
    End: () => go(deal().steps.length),
    ArrowUp: () => openNeighbour(-1),
    ArrowDown: () => openNeighbour(1),
  };

  document.addEventListener("keydown", (event) => {
    if (event.target.tagName === "SELECT" || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!(event.key in KEYS)) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  for (const [id, key] of [["first", "Home"], ["back", "ArrowLeft"], ["next", "ArrowRight"], ["last", "End"],
    ["previous-deal", "ArrowUp"], ["next-deal", "ArrowDown"]]) $(id).addEventListener("click", KEYS[key]);
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("view").addEventListener("change", () => show($("view").value));
  $("notes").replaceChildren(...data.notes.map((note) => element("p", { class: "soft" }, note)));

  const hash = new URLSearchParams(location.hash.slice(1));
  const linked = data.deals.findIndex((one) => String(one.number) === hash.get("deal"));
  if (hash.get("view")) at.view = /^\d+$/.test(hash.get("view")) ? hash.get("view") : "open";
  drawList();
  open(Math.max(0, linked), Number(hash.get("step")) || 0);
})();
