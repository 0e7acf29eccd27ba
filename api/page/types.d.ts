// The service's JSON. Written by scripts/page_types.py from its OpenAPI description; do not edit.
export interface AllowableOut {
  word: string;
  line: string;
  total_with: number;
}
export interface AlsoOut {
  row: number;
  column: number;
  or: string;
}
export interface CellOut {
  letter: string;
  p: number;
  others: ([string, number])[];
}
export interface ClaimedOut {
  rows: (string)[];
  columns: (string)[];
  bonus: boolean | null;
  total: string;
}
export interface ClaimsIn {
  rows: (string)[];
  columns: (string)[];
  bonus?: boolean | null;
  total?: string;
}
export interface CoachOut {
  total: number;
  rating: number;
  points_to_next: number | null;
  swap: SwapOut | null;
  rolls: ReachedOut | null;
}
export interface ContextIn {
  languages?: Record<string, number>;
  sides?: Record<string, number>;
}
export interface ContextOut {
  languages: Record<string, number>;
  sides: Record<string, number>;
}
export interface CorrectionIn {
  row?: number | null;
  column?: number | null;
  letter?: string | null;
  kind?: string;
  place?: (number)[];
  value?: string;
  side?: "A" | "B" | null;
  language?: string | null;
  sheet?: number;
  by?: string;
  at?: string;
}
export interface DisputableOut {
  word: string;
  line: string;
  total_without: number;
}
export interface DoubtOut {
  kind: "letter" | "side" | "language";
  row: number | null;
  column: number | null;
  letter: string;
  or: string;
  p: number;
  total_if: number;
  alike?: ([number, number])[] | null;
}
export interface EvidenceIn {
  letters: (Record<string, number>)[];
  rows: (Record<string, number>)[];
  columns: (Record<string, number>)[];
  total: Record<string, number> | null;
  bonus: Record<string, number> | null;
  joker: Record<string, number> | null;
  side: "A" | "B" | null;
  side_p: number;
  turn_p: number;
  corners: ([number, number])[] | null;
  spare?: boolean;
  alike?: ([number, number, number])[];
}
export interface FindingOut {
  kind: string;
  where: string;
  claimed: string | null;
  computed: string | null;
  text: string;
  hinges?: (AlsoOut)[] | null;
}
export interface FrameOut {
  width: number;
  height: number;
  grids: (SightedOut)[];
}
export interface LineOut {
  axis: "row" | "column";
  index: number;
  letters: string;
  word: string | null;
  start: number | null;
  points: number;
  doubled: boolean;
  category: string | null;
  why_code: string | null;
  fame: number | null;
  sources: (string)[];
  spellings: (string)[];
  claimed: string | null;
}
export interface MetaOut {
  name: string;
  version: string;
  languages: (string)[];
  default_language: string;
  sides: (string)[];
  rules: (Record<string, any>)[];
  policies: (string)[];
  ratings: Record<string, any>;
  lexicons: Record<string, string>;
  letters: Record<string, Record<string, string>>;
  reader: Record<string, string>;
  limits: Record<string, number>;
}
export interface PhotoOut {
  name: string;
  sha256: string;
  width: number;
  height: number;
}
export interface PictureOut {
  url: string;
  width: number;
  height: number;
  pitch: number;
  origin: [number, number];
}
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  hint: string;
  request_id: string;
  errors?: (Record<string, any>)[] | null;
}
export interface ReachedOut {
  grid: (string)[];
  total: number;
  at_most: number;
}
export interface ScoreIn {
  side?: "auto" | "A" | "B";
  rules?: "auto" | "standard" | "professional";
  policy?: "official" | "open";
  fairness?: "friendly" | "strict" | null;
  house?: string;
  rolls?: string;
  words?: string;
  mode?: "competitive" | "friendly";
  lang?: string | null;
  texts?: string | null;
  game?: string;
  grid?: string | (string)[] | null;
  claims?: ClaimsIn | null;
  evidence?: EvidenceIn | null;
  answers?: (CorrectionIn)[];
  context?: ContextIn | null;
}
export interface SheetOut {
  corners?: ([number, number])[] | null;
  empty?: boolean | null;
  language: string;
  language_p: number;
  languages: ([string, number, number])[];
  policy: string;
  fairness: string;
  context?: ContextOut | null;
  side: string | null;
  side_p: number;
  rules: string;
  joker_crossed: boolean | null;
  grid: (string)[];
  cells?: ((CellOut)[])[] | null;
  weighed_by?: (string)[] | null;
  unweighed?: UnweighedOut | null;
  lines: (LineOut)[];
  bonus: number;
  total: number;
  rating: string;
  claimed: ClaimedOut | null;
  findings: (FindingOut)[];
  certainty: number;
  totals: ([number, number])[];
  needs_review: boolean;
  reasons: (string)[];
  disputable: (DisputableOut)[];
  allowable: (AllowableOut)[];
  doubts: (DoubtOut)[];
  evidence: EvidenceIn;
  picture?: PictureOut | null;
}
export interface SightedOut {
  corners: ([number, number])[];
  light: number;
  sharp: number;
}
export interface SwapOut {
  row: number;
  column: number;
  letter: string;
  total: number;
}
export interface UnweighedOut {
  grid: (string)[];
  total: number;
}
export interface VerdictOut {
  schema: "qwords.verdict/1";
  photo?: PhotoOut | null;
  sheets: (SheetOut)[];
}
export interface WordOut {
  word: string;
  language: string;
  valid: boolean;
  tier: string | null;
  category: string | null;
  spellings: (string)[];
  sources: (string)[];
  frequency: number | null;
  why: string;
  why_code: string;
  fame: number;
  lists: (string)[];
  known_as: (string)[];
  look_up: string;
}
