// The organiser's words in four languages; the browser's language decides, the switch changes it.
const WORDS = {
  en: {
    skip: "Skip to the content", tournaments: "Tournaments", "page-language": "Language of this page",
    lead: "Hundreds of sheets in, a ranking out that nobody can attack.", create: "New tournament", name: "Name",
    lang: "Words in", side: "Side", "side-auto": "as printed", rules: "Rules", "rules-auto": "by side", standard: "standard",
    professional: "professional", policy: "Words", official: "official", open: "open",
    "double-entry": "Two arbiters must agree on every correction", "keep-photos": "Keep the photos, to see them in the review",
    begin: "Create", none: "No tournament yet.", token: "Your organiser’s token",
    "token-note": "Whoever holds it may add, correct and publish. It is shown only now; this browser keeps it for you.",
    "token-enter": "Enter the organiser’s token to add, correct and publish.", "token-use": "Use it", copy: "Copy", copied: "Copied.",
    service: "Token of the service, if it asks for one", drop: "Drop photos, ZIP or PDF files here", choose: "Choose files",
    sending: "Sending: {percent} %", scoring: "Scoring: {done} of {all}", idle: "All pages are scored.",
    pages: "pages in", scored: "scored", doubtful: "to look at", rejected: "rejected", nameless: "without a name", repeated: "photographed twice",
    standings: "Standings", review: "Review", rulings: "Rulings", log: "Log", place: "Place", player: "Player", round: "Round {n}",
    total: "Total", wall: "Wall sheet", csv: "CSV", excel: "Excel", publish: "Publish", unpublish: "Take back",
    final: "final", provisional: "provisional", published: "published", "no-players": "Nobody is ranked yet.",
    "review-none": "Nothing to look at.", who: "Your name, for the log", why: "Reason", confirm: "It says this", save: "Save corrections",
    withdraw: "Take out", claimed: "claimed {total}", certain: "{p} certain", "doubt-cell": "Row {row}, column {column}: {letter} or {other}? Then {total}.",
    "doubt-side": "Side {letter} or {other}? Then {total}.", cell: "Row {row}, column {column}", "save-name": "Save the name",
    "reason-doubt": "doubtful letter", "reason-disputed": "arbiters differ", "reason-second-arbiter": "second arbiter", "reason-nameless": "no name",
    "reason-repeated": "same sheet twice", "reason-conflict": "two sheets in one round", picture: "The sheet as photographed",
    word: "Word", allow: "Counts", deny: "Does not count", ruled: "{word}. Totals changed: {n}", "rejected-pages": "Rejected pages",
    disagreements: "Arbiters differ", "log-none": "Nothing was corrected yet.", "who-first": "Enter your name first.", saved: "Saved: {before} → {after}",
    network: "The service cannot be reached.", added: "{n} pages were taken in.", "round-n": "Round",
  },
  de: {
    skip: "Zum Inhalt", tournaments: "Turniere", "page-language": "Sprache dieser Seite",
    lead: "Hunderte Blätter hinein, eine unangreifbare Rangliste heraus.", create: "Neues Turnier", name: "Name",
    lang: "Wörter auf", side: "Seite", "side-auto": "wie gedruckt", rules: "Regeln", "rules-auto": "nach Seite", standard: "Standard",
    professional: "Profi", policy: "Wörter", official: "offiziell", open: "offen",
    "double-entry": "Jede Korrektur braucht zwei Schiedsleute", "keep-photos": "Fotos behalten, um sie in der Prüfung zu sehen",
    begin: "Anlegen", none: "Noch kein Turnier.", token: "Dein Turnierschlüssel",
    "token-note": "Wer ihn hat, darf hinzufügen, korrigieren und veröffentlichen. Er wird nur jetzt gezeigt; dieser Browser merkt ihn sich.",
    "token-enter": "Gib den Turnierschlüssel ein, um hinzuzufügen, zu korrigieren und zu veröffentlichen.", "token-use": "Verwenden", copy: "Kopieren", copied: "Kopiert.",
    service: "Schlüssel des Dienstes, falls er einen verlangt", drop: "Fotos, ZIP- oder PDF-Dateien hier ablegen", choose: "Dateien wählen",
    sending: "Senden: {percent} %", scoring: "Auswerten: {done} von {all}", idle: "Alle Seiten sind ausgewertet.",
    pages: "Seiten hinein", scored: "ausgewertet", doubtful: "anzusehen", rejected: "abgelehnt", nameless: "ohne Namen", repeated: "doppelt fotografiert",
    standings: "Rangliste", review: "Prüfung", rulings: "Entscheide", log: "Protokoll", place: "Platz", player: "Name", round: "Runde {n}",
    total: "Summe", wall: "Aushang", csv: "CSV", excel: "Excel", publish: "Veröffentlichen", unpublish: "Zurücknehmen",
    final: "endgültig", provisional: "vorläufig", published: "veröffentlicht", "no-players": "Noch niemand in der Wertung.",
    "review-none": "Nichts anzusehen.", who: "Dein Name, fürs Protokoll", why: "Grund", confirm: "So steht es da", save: "Korrekturen speichern",
    withdraw: "Herausnehmen", claimed: "angegeben {total}", certain: "{p} sicher", "doubt-cell": "Zeile {row}, Spalte {column}: {letter} oder {other}? Dann {total}.",
    "doubt-side": "Seite {letter} oder {other}? Dann {total}.", cell: "Zeile {row}, Spalte {column}", "save-name": "Namen speichern",
    "reason-doubt": "unsicherer Buchstabe", "reason-disputed": "Schiedsleute uneins", "reason-second-arbiter": "zweite Person nötig", "reason-nameless": "kein Name",
    "reason-repeated": "dasselbe Blatt zweimal", "reason-conflict": "zwei Blätter in einer Runde", picture: "Das Blatt, wie fotografiert",
    word: "Wort", allow: "Zählt", deny: "Zählt nicht", ruled: "{word}. Geänderte Summen: {n}", "rejected-pages": "Abgelehnte Seiten",
    disagreements: "Schiedsleute uneins", "log-none": "Noch wurde nichts korrigiert.", "who-first": "Gib zuerst deinen Namen ein.", saved: "Gespeichert: {before} → {after}",
    network: "Der Dienst ist nicht erreichbar.", added: "{n} Seiten wurden angenommen.", "round-n": "Runde",
  },
  fr: {
    skip: "Aller au contenu", tournaments: "Tournois", "page-language": "Langue de cette page",
    lead: "Des centaines de feuilles, un classement inattaquable.", create: "Nouveau tournoi", name: "Nom",
    lang: "Mots en", side: "Face", "side-auto": "comme imprimé", rules: "Règles", "rules-auto": "selon la face", standard: "standard",
    professional: "expert", policy: "Mots", official: "officiel", open: "ouvert",
    "double-entry": "Deux arbitres doivent s’accorder sur chaque correction", "keep-photos": "Garder les photos, pour les voir à la vérification",
    begin: "Créer", none: "Pas encore de tournoi.", token: "Votre clé d’organisation",
    "token-note": "Qui la détient peut ajouter, corriger et publier. Elle n’est montrée que maintenant ; ce navigateur la retient.",
    "token-enter": "Entrez la clé d’organisation pour ajouter, corriger et publier.", "token-use": "Utiliser", copy: "Copier", copied: "Copié.",
    service: "Clé du service, s’il en demande une", drop: "Déposez ici photos, fichiers ZIP ou PDF", choose: "Choisir des fichiers",
    sending: "Envoi : {percent} %", scoring: "Calcul : {done} sur {all}", idle: "Toutes les pages sont comptées.",
    pages: "pages reçues", scored: "comptées", doubtful: "à vérifier", rejected: "refusées", nameless: "sans nom", repeated: "photographiées deux fois",
    standings: "Classement", review: "Vérification", rulings: "Décisions", log: "Journal", place: "Place", player: "Nom", round: "Manche {n}",
    total: "Total", wall: "Affiche", csv: "CSV", excel: "Excel", publish: "Publier", unpublish: "Retirer",
    final: "définitif", provisional: "provisoire", published: "publié", "no-players": "Personne n’est encore classé.",
    "review-none": "Rien à vérifier.", who: "Votre nom, pour le journal", why: "Raison", confirm: "C’est bien cela", save: "Enregistrer",
    withdraw: "Exclure", claimed: "annoncé {total}", certain: "sûr à {p}", "doubt-cell": "Ligne {row}, colonne {column} : {letter} ou {other} ? Alors {total}.",
    "doubt-side": "Face {letter} ou {other} ? Alors {total}.", cell: "Ligne {row}, colonne {column}", "save-name": "Enregistrer le nom",
    "reason-doubt": "lettre douteuse", "reason-disputed": "arbitres en désaccord", "reason-second-arbiter": "second arbitre", "reason-nameless": "sans nom",
    "reason-repeated": "même feuille deux fois", "reason-conflict": "deux feuilles dans une manche", picture: "La feuille photographiée",
    word: "Mot", allow: "Compte", deny: "Ne compte pas", ruled: "{word}. Totaux changés : {n}", "rejected-pages": "Pages refusées",
    disagreements: "Arbitres en désaccord", "log-none": "Rien n’a encore été corrigé.", "who-first": "Entrez d’abord votre nom.", saved: "Enregistré : {before} → {after}",
    network: "Le service est injoignable.", added: "{n} pages reçues.", "round-n": "Manche",
  },
  it: {
    skip: "Vai al contenuto", tournaments: "Tornei", "page-language": "Lingua di questa pagina",
    lead: "Centinaia di fogli, una classifica inattaccabile.", create: "Nuovo torneo", name: "Nome",
    lang: "Parole in", side: "Lato", "side-auto": "come stampato", rules: "Regole", "rules-auto": "secondo il lato", standard: "standard",
    professional: "professionale", policy: "Parole", official: "ufficiale", open: "aperto",
    "double-entry": "Ogni correzione richiede due arbitri d’accordo", "keep-photos": "Conserva le foto, per vederle nella verifica",
    begin: "Crea", none: "Ancora nessun torneo.", token: "La tua chiave d’organizzazione",
    "token-note": "Chi la possiede può aggiungere, correggere e pubblicare. È mostrata solo ora; questo browser la ricorda.",
    "token-enter": "Inserisci la chiave d’organizzazione per aggiungere, correggere e pubblicare.", "token-use": "Usa", copy: "Copia", copied: "Copiato.",
    service: "Chiave del servizio, se la chiede", drop: "Trascina qui foto, file ZIP o PDF", choose: "Scegli i file",
    sending: "Invio: {percent} %", scoring: "Calcolo: {done} di {all}", idle: "Tutte le pagine sono calcolate.",
    pages: "pagine ricevute", scored: "calcolate", doubtful: "da verificare", rejected: "rifiutate", nameless: "senza nome", repeated: "fotografate due volte",
    standings: "Classifica", review: "Verifica", rulings: "Decisioni", log: "Registro", place: "Posto", player: "Nome", round: "Turno {n}",
    total: "Totale", wall: "Manifesto", csv: "CSV", excel: "Excel", publish: "Pubblica", unpublish: "Ritira",
    final: "definitiva", provisional: "provvisoria", published: "pubblicata", "no-players": "Nessuno è ancora in classifica.",
    "review-none": "Niente da verificare.", who: "Il tuo nome, per il registro", why: "Motivo", confirm: "È scritto così", save: "Salva le correzioni",
    withdraw: "Escludi", claimed: "dichiarato {total}", certain: "sicuro al {p}", "doubt-cell": "Riga {row}, colonna {column}: {letter} o {other}? Allora {total}.",
    "doubt-side": "Lato {letter} o {other}? Allora {total}.", cell: "Riga {row}, colonna {column}", "save-name": "Salva il nome",
    "reason-doubt": "lettera dubbia", "reason-disputed": "arbitri in disaccordo", "reason-second-arbiter": "secondo arbitro", "reason-nameless": "senza nome",
    "reason-repeated": "stesso foglio due volte", "reason-conflict": "due fogli in un turno", picture: "Il foglio fotografato",
    word: "Parola", allow: "Vale", deny: "Non vale", ruled: "{word}. Totali cambiati: {n}", "rejected-pages": "Pagine rifiutate",
    disagreements: "Arbitri in disaccordo", "log-none": "Ancora nessuna correzione.", "who-first": "Inserisci prima il tuo nome.", saved: "Salvato: {before} → {after}",
    network: "Il servizio non è raggiungibile.", added: "{n} pagine ricevute.", "round-n": "Turno",
  },
};

const KEY = "qwords-language";
let tongue = "en";

export const LANGUAGES = Object.keys(WORDS);
export const language = () => tongue;

export function speak(wanted) {
  const browser = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2).toLowerCase());
  tongue = [wanted, localStorage.getItem(KEY), ...browser].find((tag) => LANGUAGES.includes(tag)) ?? "en";
  if (wanted) localStorage.setItem(KEY, wanted);
  document.documentElement.lang = tongue;
  for (const element of document.querySelectorAll("[data-w]")) element.textContent = w(element.dataset.w);
}

/** A phrase in the page's language, with its values filled in. */
export const w = (key, values = {}) => (WORDS[tongue][key] ?? WORDS.en[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
