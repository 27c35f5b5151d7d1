/** What happened where a check failed: the title of the check, turned at the verb of its main clause. */

/** What a title begins with that was not turned. */
export const NOT_SO = "Not so: ";

/** Phrases that turn as a whole; the first that fits. */
const PHRASES: readonly [RegExp, string][] = [
  [/ is answered 2xx and takes effect$/, " was not answered 2xx, or had no effect"],
  [/ has no effect$/, " took effect"],
  [/ takes effect once\b/, " did not take effect once"],
  [/ receives nothing\b/, " received a delivery"],
  [/ comes quickly/, " comes late"],
  [/ continues to /, " does not continue to "],
  [/ are still not /, " are "],
];

/** Verbs that titles contain. Past tenses occur only in relative clauses, because a title demands something present. */
const VERBS = String.raw`is are has have does do can cannot may was were had failed fails? came belongs?
  (?<=that\s)lists? needs? vouch(?:es)? tells? share gets? still stays? receives? received reaches keeps? holds?
  shows? works? ends goes go comes? becomes arrives contains stands? acknowledges`;
const VERB = new RegExp(`\\b(${VERBS.split(/\s+/).join("|")})\\b`, "g");
const OPENER = /\b(that|which|whose|who|where|while|what|whenever|until|once|when)\b/g;
/** Words that a second "not" would turn into something else. */
const ALREADY = /\b(no|nothing|never|none|neither|nobody|alone|only)\b/i;

/** Where a second predicate begins. */
const TWO = /, and |: | and (?:is|are|has|have)\b/;

/** Returns what happened, made of the title of a check that failed; `Not so: <title>` where no turn is certain. */
export function negateTitle(title: string): string {
  const phrase = PHRASES.find(([pattern]) => pattern.test(title));
  if (phrase) return title.replace(phrase[0], phrase[1]).replace(/ either\b/, "");
  return negateClause(title)?.replace(/ either\b/, "") ?? `${NOT_SO}${title}`;
}

function negateClause(title: string): string | undefined {
  const verb = mainVerb(title);
  if (!verb) return undefined;
  const [subject, rest] = [title.slice(0, verb.at), title.slice(verb.at + verb.word.length)];
  if (/^ no [a-z]/.test(rest) && !ALREADY.test(rest.slice(" no".length)))
    return `${subject}${verb.word} a${rest.slice(" no".length)}`;
  // Either of two predicates may have failed, and the opposite of a subject such as "nothing" is another sentence.
  if (/(?:^|, )(?:no|nothing)\b/i.test(subject) || ALREADY.test(rest) || TWO.test(rest)) return undefined;
  if (/^ not\b/.test(rest)) return withoutNot(subject, verb.word, rest.slice(" not".length));
  if (/^Each /.test(subject))
    return `Not ${/^Each of /.test(subject) ? "each" : "every"} ${title.slice("Each ".length)}`;
  return `${subject}${negateVerb(verb.word)}${rest}`;
}

/** `is not refused` becomes `is refused`, `does not show` becomes `shows`. */
function withoutNot(subject: string, word: string, rest: string): string {
  if (word !== "does" && word !== "do") return `${subject}${word}${rest}`;
  const inThirdPerson = (verb: string) => `${verb}${/(?:ch|sh|s)$/.test(verb) ? "es" : "s"}`;
  return `${subject}${rest.trimStart().replace(/^\w+/, (verb) => (word === "do" ? verb : inThirdPerson(verb)))}`;
}

function negateVerb(word: string): string {
  if (/^(?:is|are)$/.test(word)) return `${word} not`;
  if (/^(?:can|may)$/.test(word)) return "cannot";
  if (word === "still") return "no longer";
  if (word === "has") return "does not have";
  if (!word.endsWith("s")) return `do not ${word}`;
  return `does not ${word.replace(/(?<=ch|sh)es$|s$/, "")}`;
}

/** The verb of the main clause: a relative clause begins with its opener and takes the next verb. */
function mainVerb(title: string): { at: number; word: string } | undefined {
  // "After the answer 404, a delivery is ...": the main clause begins behind the comma.
  const start = /^(?:After|With|In|Of|At)\b[^,]*, /.exec(title)?.[0].length ?? 0;
  const openers = [...title.matchAll(OPENER)].map(({ index }) => index);
  let from = start;
  let isRelative = false;
  for (const { 0: word, index } of title.matchAll(VERB)) {
    if (index < start) continue;
    const joined = /\b(?:and|or)(?: that)? $/.test(title.slice(0, index));
    isRelative = openers.some((one) => one >= from && one < index) || (isRelative && joined);
    if (!isRelative) return /^(?:was|were|had|failed|came|received)$/.test(word) ? undefined : { at: index, word };
    from = index;
  }
  return undefined;
}
