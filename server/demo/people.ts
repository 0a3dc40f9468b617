/** First|Last|birth date|sex|key of the cast. Invented people; the odd ones are odd on purpose. */
const lines = `
Rosa|Alvarez|1958-03-14|F|rosa
Walter|Pennyfeather|1951-07-02|M|walter
Siobhán|O'Brien-Nguyễn|1987-11-30|F|nguyen
Maximiliana|Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Smythe|1979-05-21|F|longName
Ephraim|Goodspeed|1904-02-29|M|oldest
Poppy|Marchetti|2014-09-08|F|minor
John|Rivers|1966-06-06|M|twinA
John|Rivers|1966-06-06|M|twinB
Samira|Haddad|1992-01-17|F|samira
Gus|Thunderberg|1971-10-05|M|gus
Dolores|Quickstep|1947-12-24|F|dolores
Beatrix|Vandersloot|1984-04-11|F|beatrix
Cosmo|Bellweather|1996-08-19|M|selfPay
Hector|Ironside|1980-02-03|M|workersComp
Lucinda|Fairweather|1975-09-27|F|auto
Barnaby|Thistlewood|1969-03-30|M|denied
Imogen|Nightingale|1999-12-31|F|noCase
Archibald|Mooney|1938-05-05|M|deceased
Clementine|Butterworth|1955-01-09|F
Ignatius|Snow|1962-02-18|M
Philippa|Greengrass|1990-06-23|F
Thaddeus|Cobblepot|1949-08-15|M
Winifred|Applegate|1944-11-02|F
Lorenzo|Castellano|1973-03-08|M
Aurora|Lightfoot|2001-07-29|F
Desmond|Okonkwo|1985-12-12|M
Matilda|Hummingbird|1953-10-10|F
Rupert|Saltmarsh|1968-04-04|M
Yuki|Takahashi|1994-05-16|F
Leopold|Bramblewood|1957-09-01|M
Guadalupe|Montenegro|1982-08-08|F
Percival|Drummond|1946-06-14|M
Marisol|Espinoza|1988-02-22|F
Fitzgerald|Oakenfold|1965-11-11|M
Henrietta|Larkspur|1950-03-19|F
Abdullah|Rahmani|1977-07-07|M
Josephine|Windermere|1943-01-28|F
Caspian|Holloway|2003-04-25|M
Esperanza|Delgado|1961-12-05|F
Mortimer|Figgs|1948-10-30|M
Anneliese|Baumgartner|1970-05-12|F
Kwame|Mensah|1993-09-14|M
Tabitha|Featherington|1983-06-01|F
Alistair|MacTavish|1959-08-27|M
Noor|Siddiqui|1997-03-03|F
Bartholomew|Crumb|1954-12-18|M
Delphine|Beauregard|1976-10-21|F
Oskar|Lindqvist|1989-01-06|M
Harriet|Cartwheel|1945-07-17|F
Zebulon|Pike|1967-02-14|M
Xiomara|Villanueva|1991-11-23|F
Reginald|Puddlemere|1952-05-31|M
Tallulah|Baptiste|1986-09-09|F
Ezekiel|Stonebridge|1963-04-16|M
Francesca|Bellini|1998-08-03|F
Montgomery|Swift|1942-02-09|M
Ottoline|Peabody|1956-06-28|F
Raj|Malhotra|1981-12-20|M
Seraphina|Goldsworthy|1974-03-26|F
Wendell|Cranberry|1960-10-13|M
Zora|Washington|1995-05-05|F
Horatio|Lanternman|1947-09-22|M
Petunia|Wigglesworth|1941-04-01|F
Diego|Santamaria|1987-07-15|M
Gwendolyn|Ashcroft|1964-01-31|F
Cornelius|Blackwater|1958-11-08|M
Mei-Ling|Zhao|1990-02-27|F
Augustus|Pumphrey|1953-08-20|M
Valentina|Rossi|1978-06-18|F
Bernard|Oystercatcher|1949-12-03|M
Ophelia|Underhill|2000-10-07|F
Tiberius|Knox|1972-05-24|M
Saoirse|Gallagher|1993-03-17|F
Edmund|Featherstone|1940-07-30|M
Lakshmi|Venkataraman|1984-01-12|F
Gideon|Marsh|1966-09-05|M
Cordelia|Plumtree|1951-11-26|F
Emmanuel|Adeyemi|1979-04-08|M
Hortensia|Bloom|1946-02-02|F
Jasper|Quill|2005-06-11|M
Milagros|Fuentes|1957-10-24|F
Orson|Beckett|1969-08-31|M
Priscilla|Honeycutt|1962-12-15|F
Silas|Wintergreen|1943-05-19|M
Talia|Rosenberg|1996-09-28|F
Ulysses|Barrow|1955-03-05|M
Verity|Hawthorne|1988-07-21|F
Wolfgang|Steinmetz|1961-01-24|M
Yolanda|Cisneros|1973-11-14|F
Zachary|Fiddler|1992-04-29|M
Agatha|Pettigrew|1939-06-03|F
Bodhi|Larsen|2002-08-12|M
Constance|Merriweather|1948-10-19|F
Dashiell|Crane|1985-02-05|M
Evangeline|Thibodeaux|1960-05-08|F
Florian|Weiss|1977-12-29|M
Gertrude|Snapdragon|1937-03-21|F
Hiroshi|Yamamoto|1956-07-10|M
Isadora|Flint|1994-09-18|F
Jebediah|Cornhusk|1952-01-01|M
Katarzyna|Wiśniewska|1981-06-06|F
Lysander|Moon|1999-11-05|M
Marguerite|Duchamp|1944-08-23|F
Nathaniel|Bright|1970-02-11|M
Octavia|Prewitt|1986-10-02|F
Phineas|Barleycorn|1950-04-20|M
Quentin|Ravenscroft|1963-12-07|M
Rosalind|Tremaine|1989-05-27|F
Solomon|Birdsong|1945-09-13|M
Theodora|Kallistos|1975-01-19|F
Umberto|Galvani|1959-07-04|M
Violet|Hargreaves|2016-03-15|F
Wilhelmina|Frost|1947-11-20|F
Xavier|Dubois-Larue|1991-08-06|M
Yvette|Charpentier|1968-06-25|F
Zephyr|Callahan|2010-10-28|M
Ambrose|Tidewater|1954-02-16|M
Bernadette|Swan|1971-12-09|F
Chidi|Eze|1983-04-18|M
Daphne|Larkin|1997-07-31|F
`;

/** Twelve people of the second site. */
const lakesideLines = `
Ada|Sternwood|1949-10-10|F|ada
Boris|Halloran|1978-05-02|M|boris
Celeste|Whitcombe|1990-03-28|F|celeste
Darius|Bell|1961-08-14|M
Estelle|Crowe|1943-01-20|F
Finnian|O'Dell|2012-06-16|M
Greta|Svensson|1955-11-11|F
Hassan|Farouk|1984-09-03|M
Ivy|Lattimore|1967-12-30|F
Julius|Pemberton|1952-04-07|M
Keiko|Mori|1995-02-13|F
Lionel|Strand|1970-07-26|M
`;

export type Person = { key: string; FirstName: string; LastName: string; DateOfBirth: string; Sex: 'F' | 'M' };

function read(text: string): Person[] {
  return text
    .trim()
    .split('\n')
    .map((line, at) => {
      const [FirstName = '', LastName = '', DateOfBirth = '', sex = 'F', key = `person-${at}`] = line.split('|');
      return { key, FirstName, LastName, DateOfBirth, Sex: sex === 'M' ? 'M' : 'F' };
    });
}

export const people = read(lines);
export const lakesidePeople = read(lakesideLines);

/** What staff know about some of them. */
export const personal: Record<
  string,
  { PreferredName?: string; Pronouns?: string; alerts?: string[]; MiddleName?: string }
> = {
  rosa: { PreferredName: 'Rosie', Pronouns: 'she/her', alerts: ['Fall risk'] },
  walter: { alerts: ['Hearing aid: speak to the left side'], MiddleName: 'Aloysius' },
  nguyen: { PreferredName: 'Shiv', Pronouns: 'she/they' },
  oldest: { alerts: ['Fall risk', 'Oxygen at rest'] },
  minor: { alerts: ['Minor: guardian must be present'] },
  twinA: { alerts: ['Same name and birthday as another patient'], MiddleName: 'Aaron' },
  twinB: { alerts: ['Same name and birthday as another patient'], MiddleName: 'Bennett' },
  samira: { alerts: ['Latex allergy'], Pronouns: 'she/her' },
  gus: { PreferredName: 'Thunder', Pronouns: 'he/him' },
  dolores: { alerts: ['Pacemaker: no electrical stimulation'] },
  beatrix: { PreferredName: 'Trixie', Pronouns: 'they/them' },
  workersComp: { alerts: ['Work restrictions apply'] },
};
