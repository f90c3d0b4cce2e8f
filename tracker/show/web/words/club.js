// What the program refuses on the pages of the club, in four languages: as in `law.js`, a sentence is known by its form, and one that is not stays English.

const NAME = `['"](.+)['"]`;

/** The sentences by their forms; what stands in brackets is carried over, a role by its word. */
const FORMS = {
  role: /^(?:[\w-]+: )?this needs the role (\w+): sign in(?: as somebody who has it)?$/,
  others: /^table (.+) is scored by others: ask an admin to name you for it$/,
  user: new RegExp(`^user ${NAME}: the name is taken: remove that user, or use another name$`),
  noUser: new RegExp(`^there is no user ${NAME}: .*$`),
  lastAdmin: new RegExp(`^user ${NAME} is the last admin: give somebody else that role first$`),
  firstAdmin: /^the first user must be an admin: nobody else could add another$/,
  password: /^password: (\d+) to (\d+) characters are due$/,
  session: /^nobody is signed in by that session any more$/,
  nobody: /^nobody has a password here yet$/,
  token: new RegExp(`^token ${NAME}: there is one already: revoke it first, or use another name$`),
  noToken: new RegExp(`^there is no token ${NAME}: .*$`),
  player: new RegExp(`^player ${NAME}: there is one already: change that one, or use another name$`),
  hasPlayed: new RegExp(`^player ${NAME} has played: a match keeps its players$`),
  noPlayer: new RegExp(`^there is no player ${NAME}: see /players$`),
  noMatch: /^there is no match (.+): see .*$/,
  noSharing: /^the club shares no sheets: an admin may allow it on \/admin$/,
  noSheet: /^no match sheet is shared at this address: ask the club for the link$/,
  table: new RegExp(`^there is a table ${NAME} already: give this one another name$`),
  noTable: new RegExp(`^there is no table ${NAME}: use one of (.+)$`),
  noFile: /^a table is added where a club's file is served: start the program with --config$/,
  noKeeping: /^nothing is kept here: start the program with --db$/,
  noClips: /^no clips are taken here$/,
  nothingSent: /^nothing was sent: choose a clip$/,
  tooLarge: /^a clip of at most (\d+) MiB is taken: send the one stroke$/,
  waiting: /^(\d+) clips wait already: send this one when one of them is done$/,
  full: /^(\d+) clips lie here: remove one first$/,
  diskFull: /^the disk is nearly full: make room on it first$/,
  noClip: /^there is no such clip$/,
  slow: /^what was sent stopped coming: send it again$/,
};

const ENGLISH = Object.fromEntries(Object.keys(FORMS).map((name) => [name, ""]));

const ITALIAN = {
  role: (role) => `serve il ruolo ${{ viewer: "spettatore", scorer: "segnapunti", referee: "arbitro", admin: "amministratore" }[role]}: accedi`,
  others: (table) => `al tavolo ${table} segnano altri: chiedi a un amministratore di aggiungerti`,
  user: (name) => `utente ${name}: il nome è già in uso`, noUser: (name) => `non c’è alcun utente ${name}`,
  lastAdmin: (name) => `${name} è l’ultimo amministratore: dai prima quel ruolo a un altro`, firstAdmin: () => "il primo utente deve essere amministratore",
  password: (least, most) => `la password deve avere da ${least} a ${most} caratteri`, session: () => "quell’accesso non è più attivo", nobody: () => "qui nessuno ha ancora una password",
  token: (name) => `c’è già un token ${name}: revocalo, o usa un altro nome`, noToken: (name) => `non c’è alcun token ${name}`,
  player: (name) => `c’è già un giocatore ${name}: modifica quello, o usa un altro nome`, hasPlayed: (name) => `${name} ha giocato: un incontro conserva i suoi giocatori`,
  noPlayer: (name) => `non c’è alcun giocatore ${name}`, noMatch: (n) => `non c’è alcun incontro ${n}`,
  noSharing: () => "il circolo non condivide referti: un amministratore può permetterlo", noSheet: () => "a questo indirizzo non c’è alcun referto: chiedi il link al circolo",
  table: (name) => `c’è già un tavolo ${name}: dai un altro nome`, noTable: (name, known) => `non c’è alcun tavolo ${name}: ci sono ${known}`,
  noFile: () => "un tavolo si aggiunge dove il programma è avviato con --config", noKeeping: () => "qui non si conserva niente: avvia il programma con --db",
  noClips: () => "qui non si accettano clip", nothingSent: () => "non è arrivato niente: scegli un clip", tooLarge: (n) => `un clip può avere al massimo ${n} MiB: manda solo il tiro`,
  waiting: (n) => `${n} clip sono già in attesa: riprova quando uno è finito`, full: (n) => `ci sono già ${n} clip: prima rimuovine uno`,
  diskFull: () => "il disco è quasi pieno: fai spazio", noClip: () => "non c’è un clip così", slow: () => "l’invio si è fermato: riprova",
};

const SWEDISH = {
  role: (role) => `det kräver rollen ${{ viewer: "åskådare", scorer: "markör", referee: "domare", admin: "administratör" }[role]}: logga in`,
  others: (table) => `vid bord ${table} för andra poängen: be en administratör lägga till dig`,
  user: (name) => `användare ${name}: namnet är upptaget`, noUser: (name) => `det finns ingen användare ${name}`,
  lastAdmin: (name) => `${name} är den sista administratören: ge någon annan rollen först`, firstAdmin: () => "den första användaren måste vara administratör",
  password: (least, most) => `lösenordet ska ha ${least} till ${most} tecken`, session: () => "den inloggningen gäller inte längre", nobody: () => "ingen har något lösenord här än",
  token: (name) => `det finns redan en pollett ${name}: återkalla den, eller ta ett annat namn`, noToken: (name) => `det finns ingen pollett ${name}`,
  player: (name) => `det finns redan en spelare ${name}: ändra den, eller ta ett annat namn`, hasPlayed: (name) => `${name} har spelat: en match behåller sina spelare`,
  noPlayer: (name) => `det finns ingen spelare ${name}`, noMatch: (n) => `det finns ingen match ${n}`,
  noSharing: () => "klubben delar inga protokoll: en administratör kan tillåta det", noSheet: () => "inget protokoll delas på denna adress: be klubben om länken",
  table: (name) => `det finns redan ett bord ${name}: ge det ett annat namn`, noTable: (name, known) => `det finns inget bord ${name}: det finns ${known}`,
  noFile: () => "ett bord läggs till där programmet är startat med --config", noKeeping: () => "inget sparas här: starta programmet med --db",
  noClips: () => "här tas inga klipp emot", nothingSent: () => "inget kom fram: välj ett klipp", tooLarge: (n) => `ett klipp får vara högst ${n} MiB: skicka bara stöten`,
  waiting: (n) => `${n} klipp väntar redan: skicka när ett av dem är klart`, full: (n) => `här ligger redan ${n} klipp: ta bort ett först`,
  diskFull: () => "disken är nästan full: gör plats", noClip: () => "det finns inget sådant klipp", slow: () => "överföringen stannade: skicka igen",
};

const CHINESE = {
  role: (role) => `需要${{ viewer: "观众", scorer: "记分员", referee: "裁判", admin: "管理员" }[role]}角色：请登录`,
  others: (table) => `${table} 号球台由他人记分：请管理员添加您`,
  user: (name) => `用户 ${name}：名称已被使用`, noUser: (name) => `没有用户 ${name}`,
  lastAdmin: (name) => `${name} 是最后一位管理员：请先把该角色给他人`, firstAdmin: () => "第一位用户必须是管理员",
  password: (least, most) => `密码须有 ${least} 至 ${most} 个字符`, session: () => "该登录已失效", nobody: () => "这里还没有人设密码",
  token: (name) => `已有令牌 ${name}：请先撤销，或另取名称`, noToken: (name) => `没有令牌 ${name}`,
  player: (name) => `已有选手 ${name}：请更改该选手，或另取名称`, hasPlayed: (name) => `${name} 已参赛：比赛会保留选手`,
  noPlayer: (name) => `没有选手 ${name}`, noMatch: (n) => `没有比赛 ${n}`,
  noSharing: () => "俱乐部未开放记录表：管理员可以开放", noSheet: () => "此地址没有记录表：请向俱乐部索取链接",
  table: (name) => `已有球台 ${name}：请另取名称`, noTable: (name, known) => `没有球台 ${name}：有 ${known}`,
  noFile: () => "须以 --config 启动程序才能添加球台", noKeeping: () => "这里不保存：请以 --db 启动程序",
  noClips: () => "这里不接收片段", nothingSent: () => "没有收到内容：请选择片段", tooLarge: (n) => `片段最大 ${n} MiB：请只发送这一击`,
  waiting: (n) => `已有 ${n} 个片段在等待：请稍后再发`, full: (n) => `已有 ${n} 个片段：请先删除一个`,
  diskFull: () => "磁盘将满：请先腾出空间", noClip: () => "没有这个片段", slow: () => "传输中断：请重新发送",
};

/** The words in a language, by the name of the form; English needs none. */
export const clubWordsOf = (lang) => ({ en: ENGLISH, it: ITALIAN, sv: SWEDISH, zh: CHINESE })[lang] ?? ENGLISH;

/** What the program refused, in a language. */
export function clubSaid(text, lang) {
  const words = clubWordsOf(lang);
  for (const [name, form] of Object.entries(FORMS)) {
    const found = words[name] && form.exec(text);
    if (found) return words[name](...found.slice(1));
  }
  return text;
}
