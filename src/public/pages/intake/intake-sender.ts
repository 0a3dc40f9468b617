import type { intakeEndpoints, IntakePage } from '#contract/intake/endpoints.ts';
import { answerProblem } from '#contract/intake/check-answer.ts';
import { answerKey, type Answers, type Question } from '#contract/intake/form.ts';
import { endpoint } from '../../kit/send.ts';
import { asPatient, loginNow } from '../../kit/session.ts';
import { isNothing, keepInput, nothing, type Pending } from './sealed-input.ts';

type Table = typeof intakeEndpoints;
const save = endpoint<Table['save']>('PUT /intake/:IntakeId/answers');
const photo = endpoint<Table['photo']>('POST /intake/:IntakeId/photos');
const sign = endpoint<Table['sign']>('POST /intake/:IntakeId/sign');

const againMs = 15_000;
/** Fewer than a call takes: what was typed without network may be all of them. */
const mostAtOnce = 30;

export type Refused = { status: number; message: string };
export type Saving = { state: 'idle' | 'saving' | 'saved' | 'offline' | 'notStored'; at: Date | null };
type Heard = {
  saving(saving: Saving): void;
  refused(refused: Refused): void;
  /** Answers of another device. */
  others(answers: Answers, masked: Record<string, string>): void;
  /** Of photos and signatures that were refused: what stands in their place, null where nothing does. */
  unmark(there: Answers): void;
};

/** The login is over: nothing is lost, and nothing more is sent by it. */
const isOver = ({ status }: Refused) => status === 401 || status === 403;
/** As without a network: it stays where it waits. */
const stopped = { error: { status: 0, message: '' } };
const isAnswers = ({ answers }: Pending) => Object.keys(answers).length > 0;
type Saved = NonNullable<Awaited<ReturnType<typeof save>>['data']>;
const isLater = ({ status }: Refused) => status === 0 || status === 429 || status >= 500;

/** The last one of each login: what the next one waits for. */
const lastOf = new WeakMap<object, IntakeSender>();

/**
 * Sends what was answered, one call after the other, again and again until the server has it or refuses it.
 * `private` and not `#`: for an old phone those are another half kilobyte.
 */
export class IntakeSender {
  private pending: Pending;
  private rev: number;
  private running: Promise<boolean> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly of: Pick<IntakePage, 'IntakeId' | 'inputKey'>;
  private readonly heard: Heard;
  private page = '';
  private isStopped = false;
  /** Its patient has stopped, at a kiosk: a closed page still sends. */
  private isLast = false;
  /** Another one goes on with what waited here. */
  private isFollowed = false;
  private keeping: Promise<unknown> = Promise.resolve();
  /** The last call of the one before: an older answer may not arrive after a newer one. */
  private former: Promise<unknown> = Promise.resolve();
  /** Whoever types here. */
  private readonly login = loginNow();
  private readonly questions: Map<string, Question>;
  /** What the server has. */
  private there: Answers;

  constructor(intake: IntakePage, first: Pending, heard: Heard) {
    this.there = intake.answers;
    this.of = intake;
    this.rev = intake.rev;
    this.pending = first;
    this.heard = heard;
    this.questions = new Map(
      intake.forms.flatMap((form) =>
        form.pages.flatMap(({ questions }) => questions.map((one) => [answerKey(form, one), one] as const)),
      ),
    );
  }

  /** Puts more beside what waits, and sends it after a while. */
  add(change: (pending: Pending) => Pending, afterMs: number): void {
    this.pending = change(this.pending);
    this.again(afterMs);
    void this.keep();
  }

  /** The screen that answers come from. */
  turnTo(page: string): void {
    this.page = page;
  }

  /** Goes on where the one before was stopped, in another language or on an earlier visit of the page. */
  start(): void {
    this.isStopped = false;
    const former = lastOf.get(this.login);
    lastOf.set(this.login, this);
    if (former && former !== this && former.of.IntakeId === this.of.IntakeId) this.follow(former);
    if (!isNothing(this.pending)) void this.flush();
  }

  private follow(former: IntakeSender): void {
    former.isFollowed = true;
    this.former = former.running ?? former.former;
    this.keeping = former.keeping;
    void this.keep();
  }

  /** What waits in the page that is open, such as before another language replaces it; null where none is. */
  static open(IntakeId: string): Pending | null {
    const last = lastOf.get(loginNow());
    return last && !last.isStopped && last.of.IntakeId === IntakeId ? last.pending : null;
  }

  /** Once the last one has kept what it was given. */
  static async kept(): Promise<void> {
    const last = lastOf.get(loginNow());
    if (last) await last.keeping;
  }

  /** What is on its way is waited for; nothing more is sent. What was typed is still kept, while its login goes on. */
  stop(): void {
    clearTimeout(this.timer);
    if (!this.isLast) this.isStopped = true;
  }

  /** At a kiosk, once the patient stops: sends what is left, though its page closes, until `end`. */
  sendLast(): Promise<boolean> {
    this.isLast = true;
    return this.flush();
  }

  /** Nothing more is sent: whoever uses the tablet next is somebody else. */
  end(): void {
    this.isLast = false;
    this.stop();
  }

  /** Whether the server has everything that it can take. */
  flush(): Promise<boolean> {
    this.running ??= this.sendAll().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private again(afterMs: number): void {
    clearTimeout(this.timer);
    // The page is closed: whoever uses the device now may be somebody else.
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.flush(), afterMs);
  }

  /** One after the other: what was kept last is what stands there. */
  private keep(): Promise<boolean> {
    const kept = this.keeping.then(() => this.keepNow());
    this.keeping = kept;
    return kept;
  }

  private async keepNow(): Promise<boolean> {
    if (this.isFollowed) return true;
    try {
      await keepInput(this.of.IntakeId, this.of.inputKey, this.pending, this.login);
      return true;
    } catch {
      // Storage may be closed to the page: then it has to stay open.
      return false;
    }
  }

  private async sendAll(): Promise<boolean> {
    await this.former;
    for (let sent = this.next(); !isNothing(sent); sent = this.next()) {
      if (this.isStopped) return false;
      this.heard.saving({ state: 'saving', at: null });
      const answer = await asPatient((token) => this.call(sent, token));
      if (answer.error && (isLater(answer.error) || isOver(answer.error))) {
        await this.wait(answer.error);
        return false;
      }
      // Sent again and refused again by the next one, which can tell.
      if (answer.error && this.isStopped) return false;
      this.pending = without(this.pending, sent);
      await this.keep();
      if (this.isStopped) return false;
      if (answer.error) {
        this.refuse(answer.error, sent);
        continue;
      }
      this.there = { ...this.there, ...madeIn(sent) };
      if (isAnswers(sent)) this.take(answer.data);
    }
    if (this.isStopped) return false;
    const isWhole = isNothing(this.pending);
    this.heard.saving(isWhole ? { state: 'saved', at: new Date() } : { state: 'idle', at: null });
    return true;
  }

  /** Nothing is lost: it waits on the phone. */
  private async wait(error: Refused): Promise<void> {
    const isKept = await this.keep();
    if (this.isStopped) return;
    this.heard.saving({ state: isKept ? 'offline' : 'notStored', at: null });
    if (isOver(error)) this.heard.refused(error);
    else this.again(againMs);
  }

  private next(): Pending {
    const { photos, signatures } = this.pending;
    const answers = this.sendable();
    if (Object.keys(answers).length > 0) return { ...nothing, answers };
    if (photos.length > 0) return { ...nothing, photos: photos.slice(0, 1) };
    return { ...nothing, signatures: signatures.slice(0, 1) };
  }

  /** What is half typed waits here: the server would refuse the others with it. */
  private sendable(): Answers {
    const whole = Object.entries(this.pending.answers).filter(([key, answer]) => {
      const question = this.questions.get(key);
      return answer === null || question === undefined || answerProblem(question, answer) === null;
    });
    return Object.fromEntries(whole.slice(0, mostAtOnce));
  }

  private async call({ answers, photos: [onePhoto], signatures: [oneSignature] }: Pending, token: string) {
    // The token may be one that was renewed meanwhile, for somebody else.
    if (this.isStopped) return stopped;
    const { IntakeId } = this.of;
    if (onePhoto) return photo({ IntakeId, ...onePhoto }, { token });
    if (oneSignature) return sign({ IntakeId, ...oneSignature }, { token });
    return save({ IntakeId, page: this.page, rev: this.rev, answers: answers as never }, { token });
  }

  /** What others answered is told when answers are saved, since `rev`: other replies say nothing of them. */
  private take({ rev, others, masked }: Saved): void {
    this.rev = rev;
    // What is being given here stays.
    const { answers, photos, signatures } = this.pending;
    const own = new Set([...Object.keys(answers), ...[...photos, ...signatures].map(({ question }) => question)]);
    const foreign = <T>(all: Record<string, T>) =>
      Object.fromEntries(Object.entries(all).filter(([key]) => !own.has(key)));
    this.heard.others(foreign(others as Answers), foreign(masked));
  }

  private refuse(error: Refused, { photos, signatures }: Pending): void {
    const questions = [...photos, ...signatures].map(({ question }) => question);
    this.heard.unmark(Object.fromEntries(questions.map((key) => [key, this.there[key] ?? null])));
    this.heard.refused(error);
  }
}

/** The last of what a patient typed, where nothing is kept on the device. */
export type LastInput = Pick<IntakeSender, 'sendLast' | 'end'>;

/** Photos and signatures by their questions. */
export function madeIn({ photos, signatures }: Pending): Answers {
  return {
    ...Object.fromEntries(photos.map(({ question, FileVersionId }) => [question, FileVersionId])),
    ...Object.fromEntries(signatures.map(({ question, SignedConsentId }) => [question, SignedConsentId])),
  };
}

/** What is left once this was sent: an answer that was changed meanwhile stays. */
function without(all: Pending, sent: Pending): Pending {
  return {
    answers: Object.fromEntries(Object.entries(all.answers).filter(([key, value]) => sent.answers[key] !== value)),
    photos: all.photos.filter((one) => !sent.photos.includes(one)),
    signatures: all.signatures.filter((one) => !sent.signatures.includes(one)),
  };
}
