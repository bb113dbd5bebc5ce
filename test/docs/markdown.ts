/** A fenced block of code. */
export interface Block {
  /** Of the first line of code, counted from 1. */
  readonly line: number;
  /** As written after the fence: `ts`, `sh`, or nothing. */
  readonly language: string;
  readonly code: string;
  /** Of the comment `<!-- run: scene -->` right above it: the name of what it is run in. */
  readonly scene: string | undefined;
  /** `<!-- continues -->` stands above it: it is the next part of the program in the block before. */
  readonly continues: boolean;
  /** Of the comment `<!-- foreign: package -->` above it: whose code it shows, which nobody here can check. */
  readonly foreign: string | undefined;
}

/** A link to another place in the checkout. */
export interface Link {
  readonly line: number;
  /** The path, relative to the file with the link; empty for the same file. */
  readonly path: string;
  /** The part after `#`. */
  readonly anchor: string | undefined;
}

/** The little of Markdown that this project writes. */
export interface Markdown {
  readonly blocks: readonly Block[];
  /** Those within the checkout. */
  readonly links: readonly Link[];
  /** What links to headings may say after `#`. */
  readonly anchors: ReadonlySet<string>;
  /** Everything but the fenced blocks, code between backticks included. */
  readonly prose: readonly string[];
}

const FENCE = /^ *(```+)(\S*)/;
const SCENE = /^<!-- run: (\S+) -->$/;
const CONTINUES = /^<!-- continues -->$/;
const FOREIGN = /^<!-- foreign: (\S+) -->$/;
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;

/** @throws when a block does not end. */
export function parseMarkdown(text: string): Markdown {
  const { blocks, prose } = split(text.split('\n'));
  return { blocks, prose, links: linksOf(prose), anchors: anchorsOf(prose) };
}

/** Prose keeps its line numbers: blocks become empty lines. */
function split(lines: readonly string[]): { blocks: Block[]; prose: string[] } {
  const blocks: Block[] = [];
  const prose: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, fence, language] = FENCE.exec(lines[at]!) ?? [];
    if (fence === undefined) {
      prose.push(lines[at]!);
      continue;
    }
    const end = lines.findIndex((line, index) => index > at && line.trim() === fence);
    if (end < 0) throw new Error(`cannot read Markdown: the block of line ${at + 1} does not end`);
    blocks.push({
      line: at + 2,
      language: language ?? '',
      code: lines.slice(at + 1, end).join('\n'),
      ...remarkAbove(lines, at),
    });
    prose.push(...lines.slice(at, end + 1).map(() => ''));
    at = end;
  }
  return { blocks, prose };
}

/** The formatter puts an empty line between a comment and a block. */
function remarkAbove(
  lines: readonly string[],
  fence: number,
): Pick<Block, 'scene' | 'continues' | 'foreign'> {
  const remark = (lines[fence - 1]?.trim() === '' ? lines[fence - 2] : lines[fence - 1]) ?? '';
  return {
    scene: SCENE.exec(remark)?.[1],
    continues: CONTINUES.test(remark),
    foreign: FOREIGN.exec(remark)?.[1],
  };
}

function linksOf(prose: readonly string[]): Link[] {
  return prose.flatMap((text, index) =>
    [...withoutCode(text).matchAll(LINK)]
      .map(([, target]) => target!)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => {
        const [path = '', anchor] = target.split('#');
        return { line: index + 1, path: decodeURIComponent(path), anchor };
      }),
  );
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, '');
}

/** As GitHub makes them of headings; one that comes again gets a number. */
function anchorsOf(prose: readonly string[]): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const line of prose) {
    const heading = /^#{1,6} +(.*)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const anchor = slug(heading);
    let name = anchor;
    for (let copy = 1; anchors.has(name); copy += 1) name = `${anchor}-${copy}`;
    anchors.add(name);
  }
  return anchors;
}

function slug(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
