/**
 * English words and leaked passwords, the most frequent first: what guessers put together. Words of the frequency lists
 * of zxcvbn-ts (MIT licence, https://github.com/zxcvbn-ts/zxcvbn), without those that are nothing but insults.
 */
export const COMMON_WORDS: readonly string[] = `
password that dragon this baseball have football your monkey know letmein what shadow with master just michael like
mustang here superman about jordan right jennifer there hunter yeah harley they buster want andrew will batman think
soccer from tigger well charlie going robert time sunshine back thomas them iloveyou gonna ranger good daniel been
hockey were george would computer come michelle need jessica okay starwars when pepper take klaster some freedom didn
princess really joshua could maggie down ginger something amanda more ashley tell love make cheese then nicole mean
summer over matthew little chelsea never dallas said biteme people matrix should william look yankees very taylor
corvette only austin doing access much martin thing heather where thunder into merlin even secret thank diamond
because hello still anthony find hammer give silver sorry gfhjkm work justin help patrick life richard first bailey
anything internet sure samantha again golfer their scooter these test other orange than cookie away maverick before
jackson thought sparky home mickey talk phoenix must snoopy told guitar night whatever call chicken things morgan
better andrea around camaro last mercedes long peanut always ferrari feel cowboy years falcon after welcome please
samsung those steelers place joseph name smokey made dakota doesn melissa guys arsenal money boomer ever eagles
everything tigers great marina nothing nascar keep gateway done porsche through yellow leave monster wanted spider
kind diablo happened hannah being bulldog believe junior coming london does purple came compaq course lakers wrong
iceman left hardcore house cowboys might girl banana stop boston brandon hear tennis world johnny someone miller
understand coffee else scooby talking edward enough nikita today mother getting yamaha father brandy maybe barney care
chester found oliver music charles every player same knight another forever fine steven family rangers trying midnight
went chicago looking redsox three victoria wait badboy together angel show best fender stay chris wasn jasper yourself
james many slayer nice rabbit dead natasha already rachel friend marine real wizard remember marlboro mind raiders
next prince which casper fishing wanna flower thanks crystal room jasmine heard panties seen iwantu woman adidas
wouldn winner knew winter live gandalf baby enter whole ghbdtn idea angela head mike used golden morning lauren hard
cocacola without winston took madison called angels also panther saying shannon days sophie most johnson start david
matter toyota ready tiger gotta murphy meet canada door danielle both jonathan pretty liverpoo myself cooper move
apples guess jackie actually dennis while black phone passw0rd such john gone sandra haven pokemon wife slipknot
person carlos brother scorpion problem qwaszx happy nathan alone startrek friends rainbow face razz school redskins
worry newyork couldn gemini case cameron lost florida play liverpool heart turtle once nicholas anyone viking hope
booger bring wilson wants sierra tonight doctor business rocket true victor until dolphins since captain each bandit
soon jaguar says packers everyone pookie tomorrow peaches hand blue thinking dolphin working helpme happen tucker
having theman year tiffany part maxwell stuff jeremy looks debbie kids albert later maddog listen lovers minute monica
second alex late united gave giants turn nirvana water metallic knows hotdog open rosebud change mountain means
benjamin different warrior minutes stupid inside elephant eyes success beautiful bonnie police alexis point lucky
under jason probably scorpio crazy samson taking azerty asked freddy hurt driver chance willie deal calvin making
sydney daughter gators playing dexter times bubba side creative hands golf makes voodoo able body arthur important
trouble hold america death nissan story gunner comes rebecca fight stella supposed garfield least gordon moment jessie
rest parker started apollo close jack young eminem drink december against legend excuse airborne afraid beavis game
august anymore bear word apple wish brooklyn five godzilla week skippy though buddy miss kitten easy magic sleep
shelby reason phantom mine fred waiting watch williams goes xavier exactly braves gets darkness check travis hours
copper behind tomcat number platinum party girls truth bigboy quite green husband power shot animal married child
online between voyager cause lifehack fire fish question sniper telling trinity four walter brought blazer blood
heaven break lover sister snowball team playboy bubbles tried loveme front cricket forget marvin read willow town
donkey died topgun couple nintendo aren saturn needs line november walk gabriel children destiny pakistan become
pumpkin office digital plan sergey almost explorer food redwings speak private yours therock alive runner feeling
lasvegas outside guinness safe beatles trust news cassie ahead christin save celtic either broncos somebody andrey
stand babygirl free nelson answer donald hate scott high eclipse months cartman everybody fluffy louise full michigan
half testing lose carolina women along samuel seems alexande fact birdie running steve cool cherry dear pantera light
sharon order gibson whoa vampire country mexico peter clear buffalo boys montana sent genius send beer living flyers
past maximus taken minecraft leaving lovely lives stalker pick metallica scared doggie parents carter funny kristina
city kimberly promise spencer speedy cannot barbara dinner snickers shouldn sabrina asking carmen company marcus lady
bronco possible yankee himself serious paradise book dreams sort magnum hour horses anyway sound caroline shall
lacrosse happens goober lord member sick enigma felt scotty touch bollocks brian sense surfer small sammy seem genesis
meeting poohbear special dave jesus star perfect racing luck fast hawaii control billy words viper human october
laughs vanessa hair poopoo hospital einstein murder stanley dream walker shut paul known drowssap sighs stephen cold
courtney future simple glad alaska worked badger drive action catch jake anybody bill laughing denise million jester
longer spitfire calling drummer figure forest finally patricia looked maryjane others champion diesel shoot svetlana
fault rock worried friday honey kevin somewhere mark weeks gregory changed pamela boss frank happening hotrod seeing
chevy dance anderson douglas date westside fall security takes google loved shorty sign tester questions thumper weren
hitman piece mozart chuckles general choice reddog feet needed lizard turned alexander moving melanie return ruslan
voice vincent amazing eagle giving sweet strong teresa learn scarface given marshall weird olivia white veronica less
buddha worth spirit early frankie christmas stargate beat antonio till liberty ones natalie clean mercury song naruto
sounds suzuki straight semperfi ship king write popcorn rather spooky marley follow system missing brittany pain
claudia nobody kelly picture scotland explain kitty cherokee works vikings kept simpsons definitely wonder leslie
protect rascal busy jimmy caught loveyou kidding hummer allison evidence rocky mistake patches wedding russia meant
adrian decided jupiter step penguin road howard building passion information honda report vfhbyf alright andre
watching vladimir careful franklin evening sandman ride infinity land homer worse raider situation passport entire
assman pull fantasy movie bulldogs tired horney hurry domino handle budlight sometimes ironman disney mouth norman
birthday softball throw bishop attack francis finish brutus dark ford yesterday redrum message brooke bigred wonderful
jeffrey completely lying fktrcfylh karina broke marines expect kawasaki month digger poor ireland quiet oksana sell
fireman using cougar floor college talked alicia lead russell ground houston hasn monday street bradley clothes sarah
justice dangerous super wear wildcats drop tinker daddy duncan across dancer born logitech single avalon thinks
swordfis speaking everton hang reggie motorola alexandr table molly timothy anywhere claire york patriots history
madonna colorado train eugene area ducati near kermit during juventus swear indian paid connor marry galore feels
freeuser spend smooth middle titanic strange boogie uncle simpson round warcraft bought wolverin terrible elizabet
court arizona agree saints state valentin boat georgia proud accord quick matt baxter space denver christ join yfnfif
sitting smith accident stinky forgot zachary forward roland totally naughty saved ncc1701d relationship spiderma list
chopper crime brenda station extreme normal virginia suppose skyline gentlemen poop wearing zombie pearljam scene
froggy charge pirate missed fylhtq fell vision stopped awesome alyssa offer dreamer personal predator instead bullet
short empire fear wolf ring kirill prison elvis group panthers american skipper calm nemesis difficult peekaboo
fighting simon mess alison trip rolltide record position cardinal angry arnold letter chevelle wake finished psycho
share danger honest mookie deep manutd fair tommy crying hobbes marriage vegeta kiss goblue cover burton seven
fyfcnfcbz hide picard seat bobby present windows lunch loverboy ball lovelove smart vfrcbv imagine victory dare bambam
certain turkey realize serega respect tweety interested hiphop paper galina gold changeme problems rooster majesty
polina hotel berlin peace taurus calls electric involved ronald card avatar fool decision raptor moved maksim standing
spring darling brazil perhaps eric newport brain soul kenneth interesting hendrix visit madmax broken england upset
alpha mary sublime smell britney starting france horse darkside tough bigman hungry hercules attention lawrence
quickly wolfpack president classic lincoln earth ronaldo spiderman government blizzard cheyenne spent wombat surprise
cjkysirj public raymond stick became kristen cute pandora devils english simone appreciate holiday force wildcat film
girlfriend kramer accept sterling laugh caesar eight alabama ladies carrie prove bondage store basketball within
sports walking pickle leather sing shaggy window chronic likes flowers seconds robbie dude admin dress gracie contact
amber plane airplane camera drunk kodiak huge billybob katana support sunset continues sake gift stingray miles maria
absolutely anna lived snowman liked phpbb wall chocolat loves zeppelin cell garcia afternoon detroit bank wolves truck
pontiac officer candy often firebird partner gundam service panzer outlaw stuck chief fisher certainly connie eating
doubt joke trevor enjoy redhead experience greenday boyfriend tarheels cops nastya lawyer hellfire teach cobra none
engineer screaming savage putting reach serenity holding sasha grunts michele tree passed lickme apartment fireball
club idiot rules darkstar favorite miranda forgive flash rich harvey count oscar mission strike continue freddie
driving pavilion radio beauty machine bobafett difference adam whether dbrnjhbz dying jeff jail bigmac wrote duke
beginning clinton harry bowling field jenny favor natali feelings harrison choose jones board wallace evil swimming
shop apache patient rulez hundred pyramid dodgers learned whynot match defender nervous teens morris spot trooper wind
cancer video precious carry packard upon lucifer third popeye pleasure weasel risk raven icecream immediately stewart
excited tanner staying swordfish promised blonde named sandy type presario rockstar wine viktor listening manager
worst cheryl impossible norton grow sleeping wutang earlier airforce slow julian victim atlanta decide spike helping
thailand army final casino cash paris mate mouse gives lennon quit bluebird foot theone henry hawkeye blame hacker
dollars lisa picked dustin helped elaine escape nfnmzyf sailor thousand catfish herself goldfish french maxima energy
tattoo arrest barbie goodbye address design enemy pervert allowed ways herman bigger wrangler taste rocks ourselves
trucks shoes roscoe honor tornado weapon jerry build lights themselves bubble surprised cadillac figured madman push
orlando search pegasus bunch target begin longhorn everywhere laura unless philip hiding browns gasps eatme track
stefan hadn cannon orders dilbert baller teacher microsoft congratulations winnie kitchen christia innocent katie
further shooter xfiles bother drinking seattle level corona willing amateur usually cthutq seriously prelude played
beach books malibu arms freaky acting assassin hole integra pressure atlantis planet pussies locked dragons deserve
iloveu obviously unicorn tony lonewolf steal regina keeping stealth built kristin starts drugs peewee memory openup
names bobcat battle stacey race software church newton leonardo waste student treat srinivas suit angelina grab
detective mention valentina gotten trigger dramatic lolita stage athena jump shotgun suddenly coyote hoping bruins
hero veronika places dollar arrived nick joker holy babydoll dirty lestat destroy hottie apart smiley stole potter
notice random complete sweety fired woody press chipper closed snake showed samurai opportunity plans gizmo price
maddie devildog valerie lieutenant mistress following flipper village express legs powers pictures soso123aljg duty
cessna judge goldie apologize moose narrator polaris closer piglet losing cookies smile elena suspect montreal hjvfirf
keeps besides wolfgang extra fatboy mama scully pregnant witness wicked daisy conversation fetish turns foobar writing
castle breakfast tickle admit bunny wondering pepsi heavy balls crew transam except dfvgbh roll impala bathroom sunday
guns hotstuff guilty ronnie bloody jasmin ryan warm gambit grunting toshiba kick basketba smoke lancer upstairs form
texas above stephani seemed hooker knicks bomb roberto reading stinger color testtest kathleen danny savannah throat
shamrock benson cost squirt itself deftones neck trucker twice study redneck nose goldberg alfred interest blaster
engine siemens burn shelly plays renegade empty manson tight subaru crowd ibanez blondie ringing hamilton singing
casey strength reaper sold cristina pulled minnie fresh mylove bottom knife galaxy weekend lindsay shooting dudley
responsible farmer allow gloria hearing blahblah client enterpri walked travel colonel bigone island sweetpea cake
sugar asleep corner skeeter skin indiana stories ficken investigation trfnthbyf restaurant freeman groans curtis
smitty nine marino cook joanne powerful bigfoot flight escort medical babes held drug larisa account trumpet brothers
tristan rain spartan bottle babylon famous taught valera shows stormy paladin ridiculous andreas folks cavalier cheers
marathon weapons hamlet written aardvark trial mister raise manchester park rusty napoleon whoo biggest indigo local
hornet advice skater main jerome onto pierre moon survive toronto file rose planning indians tells karate training
buckeyes lock julie keys hesoyam breathing fredfred relax charger military highland awful sweetie language holland
breath chiefs professor diamonds knowing buckeye laughter aurora dogs campbell prepared griffin brandi redman bringing
passwor river chandler necessary drpepper guard monika photo maiden spoke elizabeth pants leonard lied bernie brown
murdered garden storm grand autumn soft linda practice thuglife clearly millie leaves jungle common pencil towards
tomtom agent insane truly pizza older timber audience sherlock mariah wild audrey career hamster lots aragorn pioneer
animals techno loud catdog flying lollol code triumph fake sidney cars fktrctq dropped checked sophia emergency
morpheus bird hanging hobbit matters blabla aaron consider pascal sampson large consumer rule justme hurts marion
nature stones chrissy camp tyler realized nadine aware marie roger goforit neither burger jane pitbull especially
kelsey rings adgjmptw ended spartak simply german whose karen sight kissme leader hunting beyond kaiser martha silly
colors artist surgery harold condition italia double sammie blind barcelona meat mario games nicolas sergeant virgin
lies pebbles faith sundance letting isabella serve overlord however emerald greatest callie comfortable doggy plenty
irina cheering racecar speed isabelle noticed germany numbers goddess stars discuss wesley purpose basket belong
joejoe band holly cross poison goodness zipper note alpine correct shirley outta element size huskers paying marcel
eddie concerned queen christy sakura tape chichi knock character ultimate easier issue nicola incredible ncc1701e
market blackie criminal omega ought watson breaking rommel arrested geronimo focus nikki guest caserta program trojan
path philips ends sergio teeth nugget tarzan department bassman kinda warren trixie several chicks agreed aleksandr
major cream feed webster fellow health sherry papers manuel portugal vote dodger anakin trick bobbob finding bomber
pieces michel mommy madness superfly possibly loser shame florence natural yvonne fatcat global ybrbnf create process
desire project soldier challenge bianca turning warlock ideas martina invited babe destroyed andrei season larry weak
seminole recognize responsibility alejandr sweetheart westham chinese concrete harris bell margaret operation hector
soldiers christop bodies ladybug opened network whom bernard points weed credit tintin failed trombone gosh chuck
opinion view rhbcnbyf records dressed cousin bluesky believed sherman members logan somehow january onelove chair
cotton faster christian created cdtnkfyf dumb sunny milk archie remain holden property brianna breathe vfvjxrf nowhere
titans afford stallion lindsey nope singer distance dancing missy received hansolo angelo sword joanna research
natalia heat beagle brings phillip cards panama base smiles juice interview qawsed proof inferno opening south
mongoose highness connect birds kingkong snatch flatron forgotten bluemoon damage turbo pack rocker selling weight
emily pretend blessed shirt snakes perfectly dominic students joey easily finger memories beetle stayed jamaica amount
alberto chatter mulder location jamie birth susan nearly immortal expected horrible passat plastic falling dietcoke
threw spunky followed states whiskey ghost monitor movies giovanni stolen cactus fill ripper medicine spyder heading
markus ordered kate teen example patton shouting exigen lately sticky opens waters desk nolimit suggest daniela bite
hollywoo abigail community morrison cares katrina grace trunks screams andy signal bucks diana center deedee
indistinct clifford goin april copy japan heads among pickles draw recently sailing freak jealous holmes expecting
bonehead noise fernando regret ghbdtnbr north charlott west delta sudden yomama aunt darren rubber exist newman shower
indeed bertha brave memphis ticket sylvia doors safety maurice dating hongkong lines olga suicide jumper ours unreal
bridge geheim grew rodney showing nylons usual sebastia sees pentium legion connection shalom command kennedy total
brooks devil thoughts dodge contract fate graham social sprite prefer curious commander pacific loulou pool funtime
philly ferret applause niners roof orion hardly werewolf disappeared milton event cantona female kingdom madam sending
africa details release boeing handsome gilbert barely abgrtyu caused pirates loose sheila science forced sweets
introduce cooldude harder palmer covered eternity began lollipop lonely tottenha stocking wash monique nuts loss
foster bright irish likely jackoff owner biscuit although drizzt scary journey columbia harm fossil streets moomoo
makaveli original tracey delicious robinson isabel weather martini salmon shasta split jersey chest verbatim director
maniac staff snapper mentioned nasty doin solomon exciting patriot santa jacob meal standard shaved block blackcat
literally punkrock stone raistlin pray infantry dillon returned gerald spanish twister ricardo fingers waterloo cjkywt
familiar clayton style crimson russian serena basically oxford cases maxmax changes denis universe signed condor
letters seinfeld silvia male biggie planned maxine growing musicman pete ravens ruined teddy colleen stomach bruce
wolfman sharks obvious megadeth complicated cosmos answers velvet speech keeper foxtrot garrett settle damien tiny
anton ugly sesame discovered skywalke reality banshee ears cats reasons squirrel buried wolverine competition mood
sunrise rick parts western manage grendel hidden roxanne divorce privet reached legolas permission frog felix finds
marlin headed slept herbert chose lvbnhbq grandma carrot runs blades drinks frosty eggs stardust british helena
saturday brownie expensive groovy attacked penny hired butler remind coolio nonsense twilight trees daytona licker
lift peanuts legal intrepid victims pikachu ruin trains pocket mollie vanhalen funeral jericho lucy hershey lesson
strider lobster grown punisher guests statement alarm ninja japanese murray results kansas happiness shogun goblin
assume thousands neptune photos prepare showtime raised darwin farm amadeus gate suzanne oldman rough bruno saving
showme panting getsome tongue muscle obiwan tense younger rfrfirf site skittles neighborhood ekaterina fought whitney
shark maestro revenge danni families tanker hall tarheel papa fighter watched hannibal paint capital avoid newlife
model anubis alice gothic chaos filled blues professional cindy request sabine spare roman gang preston secrets
princes shape brendan buying slick sooner evelyn whoever python richie pair tequila dealing spread cody bread
celebrate clover personally delete proper mirage subject yelling surfing bedroom bentley data portland bike potato
threat baggins review porter clock chubby downstairs panasonic jobs sandiego coat sooners carefully buffy theory buck
invite tina nights derrick rights penelope grateful blackdog tears harmony kang fusion scare dima gary mature moves
malcolm trap allen rent based californ rush playtime slowly dagger walls moscow tour swallow humans warriors text
byteme confused stimpy plant gangster deliver lucas belongs christine meaning turner direction iverson official lester
flat chargers foreign liquid committed mushroom brilliant cracker dingdong becomes misty murderer nymets stops robin
otherwise bigguy minister mobile understood tazman page greg higher nimrod unit miami terms crusader warning bugger
trade stranger fantastic dkflbvbh stronger anastasia post marco plate volume masters society monroe wound miguel
painting doodle cooking collins powder burning archer crash gotcha particular honestly dublin faces slapshot inspector
guardian gentleman janice yourselves charly woods septembe picking romantic knights tickets regular angelica role
nookie spell milano issues scarlett soup stuart awake damian fancy grizzly knowledge camille scruffy ancient brasil
source latino patients kittycat charges poopie changing munchkin boring lorenzo rammstein percent bananas giant
barcelon deeply santiago advantage thegame theme capable gerard offered picasso officers walnut fixed kolobok beeping
blackman wisdom pounds trance according starcraft grandpa parrot rate quality concern blade suffer pink apparently
auburn solve goodluck dorothy enemies dusty aside ocean coltrane doctors gorilla luke wheels barry katerina managed
tamara kicked postal healthy luther period carlo insurance cassidy appear discover oakland waited osiris nurse
lonestar shots ping glasses tall bingo bender shake annie vehicle stonecol chocolate dookie dies meridian carrying
sally properly megaman racerx treatment rjntyjr thief sirius bleeding firefly defense julia physical alexandra
available madrid closes terry phil griffey airport badly phoebe fail weezer burned groaning violet jacket ledzep
lowrider drove randy gangsta crack ghjcnj babies paradox assistant tacobell east loving positive catalina mistakes
vertigo directly halflife snow carson grave sergei becoming shiloh toilet johnjohn plus sobaka emma buffett aliens
vacation sadie value chucky josh bonjour talent kangaroo rise jazz cheap thompson extremely sinner fortune socrates
shock keyboard woke stevie edge jeep ashamed trebor incident grandfather pulling sprint checking shazam rescue
appointment national treasure celica disappear scarlet carl hoover result sommer including frances media hotboy
touched cynthia stood penguins performance bond treated formula firm rebels palace elwood exact melvin jerk washington
connected ragnarok bollox whenever lexmark appears lorraine hearts claude useless rockon goal duck image dodgeram
illegal tacoma alan romeo license wookie jury prodigy switch tempest bones vfhecz louis flames effect sebastian bags
colombia schedule bang effort kitkat considered oblivion knocking mystery sithlord metal server claim molson mustangs
political incubus violence smoker below china scoobydo bath traffic bigballs lips carpet files titleist joking
richmond piano sheriff steps megan eventually juan magnolia cameras celeste disease melinda kyle rice wright released
jimbob throwing golfing tied kenny fully bobbie liar xanadu nation tardis blueeyes courage dixie pills pooper europe
shaman protection mersedes winning springer heavily janine bleep kenwood convince dogg successful garbage passing
martinez topper suffering roberts mirror lizzie receive ashton affair elliott oracle miracle sheena former chloe
unfortunately nuttertools beating mallard shemale laid mikey asterix score screwed monkeys device imperial remains
jimbo presence cooler gentle gillian dean peterpan kingston forces yourmom actual sleepy gremlin hong printer shopping
hudson sisters stud california freckles grandmother birdman rome aussie esther bone defiant margarita emotional
deadhead sean polo hunt anime century tatyana jackal signs frogger bridget popular wayne rare jung tobias attorney
mariners songs rootbeer riding blondes arrive donnie hated katrin toast trapped aspirine pushed frederic cure parola
television lower technology excellent israel convinced stephanie italian shaolin drag noodles borrow celine refuse
willy shift willis swim coach hallo sacrifice mandy helen rogers clue served santos reports ohyeah desperate magnus
laurie creampie speaks amazon kisses escaped knees ludwig stealing plymouth mercy justdoit progress nellie rooms
putter shoulder cast letsgo anger bryan rude repeat tatiana current camel moments champs expert lightnin solution
massive smells camelot surely bosco deanna similar gizmodo notes spidey warrant caliente blew aezakmi goodtime
creature roller pride catherin fallen active pooh exchange payton kinds ability redalert leads brucelee separate
smokin square porkchop punch astros aquarius closing thankyou cleaning atomic friendship fletcher decent surface mason
scream marian exhales vanilla clever unknown sapphire tear temple factory marvel stairs beckham studio kaktus trash
americans blacky hook hastings millions blackjac helps aggies wood equipment grade judith chat iforgot wide kasper
searching cxfcnmt bangkok witch spectrum remove eduard scoffs vader screen jammer material painter direct primus
veritas ernest spending kristi chevrole warn amsterdam amen slappy eaten valley tests load clancy granny task avenger
parking satan talks rosemary chances husker guards candyman pure beatrice ordinary simba falcons wanting dylan
understanding atlantic route labrador bless smudge wheel syracuse sale southern bride melody background timmy elijah
mail provide garage reputation secure fatman alien krishna pleased sanchez pancho debt gator pacman commando false
vulcan lake bush hire clitoris spoken lemons india learning boner depends keith odessa priest barkley upbeat monopoly
dust method kelley houses sara mask punkin sentence pineappl pity celtics carried disgusting gangbang demon bennett
chosen lick staring flyboy trusted hamburg pardon asian carol gods spartans horn tricky puts romashka disappointed
snuggles defend infiniti potential anders unusual billie wise uniform drago remembered blake clark hermes jesse
leading goose behavior jeremiah mountains vivian ambulance annette pushing homerun joined suspenseful forrest attitude
carolyn silent topcat screw hayden cosworth campaign vectra rope grover clicks chain charlotte tail cuddles confidence
bossman horndog doberman ships telefon brains dawg range qawsedrf abandoned ivanov hundreds durango peugeot custody
desert clients curse identity explosion hitting hurting series embarrassing merry pilot events option hank customers
dong friendly approach sharp suspicious wire setting alcohol sauce actor collect gorgeous highly hits guarantee
nightmare seek minds attempt panic stands engaged elevator border fruit falls prisoner clears intelligence detail
failure entirely mayor hates wishes conference knocked wherever trace earn fellas mostly troops chuckling stock armed
basement estate anne object lily dish defeat dirt mental telephone facts wins agreement sides bravo transfer begins
accepted coincidence commit dump protecting alert thrown sometime wings reporter stays stopping version wave firing
writer flesh settled perform opposite footage messed useful gasping silence chasing unique title studying zero fella
counting solid smoking bored tires wasting dozen agents childhood embarrassed delivery impressed cutting marks
movement decisions chase zone sons authority circle impressive trained urgent lack parties tank intense hung violent
slip abby previously crossed survived reward specific quietly belt modern policy billion someday beast library intend
hollywood jumped doll players nothin teaching softly climb injured threatened beeps fans senior ceremony prize
witnesses june possibility beloved stress betty drama yang deserves launch trail explanation sand closet thin reported
assure degrees deck messages newspaper doug disaster reaction entered royal adult confident mysterious salt shine
punishment kidnapped approaching fourth balance marty chirping gather loan uncomfortable designed related robbery
somethin entrance breaks episode deny virus package vegas cruel ending madame backup tone phones greater supply
advance bars ross kissed bury aboard beth couch warned mixed product ignore believes toward chattering crimes lifetime
suffered theater secretary latest article offering magazine argue swing betrayed culture politics teams neighbor crush
barking worries bound cabin recall champagne xiao chef stan gain tricks partners assault comfort accused confirm yard
sensitive hill fuel response fashion gear tunnel asks negative workers section bullets confirmed sandwich status
emperor selfish guide guts struggle donna pathetic thee annoying voices units outfit joint youth refused attend
painful jokes dawn term heck shoe footsteps actions taxi begging customer punk fever subtitles pretending digging
smiling ominous wallet valuable rolling nuclear impression suits drawing brand murders sobbing bowl cheating education
quarter bust removed species enjoying iron recent flag agency maid normally choi sweat options jess activity confess
therapy tracks bills systems self tuesday tower growling squad cigarette extraordinary charged miserable shown uses
delivered awkward costs cave behalf conditions loyal enjoyed demand waves touching exit crisis thursday collection
industry creatures answering cleared wore mile laws blast nancy freaking slave prisoners reckon surveillance
generation dishes beef homework robot wasted reveal recording forth spirits korea boxes boots timing talkin arranged
pattern mustn neighbors host investigate interrupt insist walks cleaned comin gunshot nearby officially argument kong
chairman dreaming prime degree generous exam jang financial exercise angeles apology jean identify confession script
coward wounded wounds seats university buzzing election influence throughout personality cheer central beaten glory
contest offense charming incredibly concert describe servant chick earned experiment boom placed considering gifts
surrounded thick todd lewis federal ease ricky whistle frightened landing determined brad wrap flow reminds mighty
emotions crown packed safely korean replace cells divorced relief surrender environment whirring underneath nerve
frame loaded makeup tries dropping imagination particularly thou stake distant nina hopes gettin construction prevent
holes coast messing benefit nephew dumped arrange practically catherine films drank sounded profile shocked whispering
print torture trunk owns territory charity homes motion ellen struck starving judgment purse goodnight fence captured
adventure routine services accent signature previous traitor temperature unbelievable cheat motive yoon worrying
shelter shared bail scratch hyun senator helpful choices attacks plain guilt traveling anniversary ghosts prints holds
derek organization smaller experienced odds basic listened facility limit wipe stable companies inform pitch kissing
foolish impact terribly grant guessing souls meantime answered sample investigating landed frozen clinic instrumental
appeared tastes hoped effects bothering greetings attractive costume link sneak citizens visiting dealer underground
accounts currently protected terrific procedure bout tradition nail laundry throne someplace complex instructions
intention punished steel cared dates rumbling reasonable existence behave facing heal skull cole consequences
international developed succeed davis helicopter focused respond salad flew joining sink belly navy habit cage county
daily lawyers sheep angle conscience criminals noble cancel italy shout ralph production strategy anytime math sales
average individual sets jewish tracking occasion shed sport stubborn parent nate supplies highest germans necklace
monsters beside honour francisco magical exhausted mistaken deeper cried wang cooked monsieur downtown wondered creepy
causing imagined core apply ouch machines goods returning council chen clicking jeez sacred chill electricity hers
loyalty judy gross blocks claims ethan comment seal heroes employees strangers atmosphere seok represent grabbed
defendant equal threatening capture liquor auntie serving session bull anxious ages busted serial satisfied worthy
governor prayer coughing wednesday humanity terrorist unable classes wailing lookin yell solved suspects joon beings
lessons charm mars drill exposed pipe earl invitation injury slipped unhappy multiple engagement dragged maya presents
critical clouds trauma slightly talented robbed steady siren burden spin favour cheated informed stepped proceed wing
levels daughters testify march sharing stabbed chips obsessed channel tune ruth plants badge despite worker civil
bible flies committee museum tools exists tent lion tokyo absolute begun pleasant checks catching peaceful religion
district oxygen survival actress proposal tragedy complain meters tend pulse jews favourite grief chan resist union
countries differently rumors passes fairy characters shoulders transferred filthy fifth religious idiots paperwork
underwear added transport attached punish resources merely scale afterwards matches fights produce craig kicking
interests screeching employee acts hostage noah vince knee relationships sins shaking recover pays hail creating
structure testimony rotten lets bombs liver beneath treating marrying affect pour authorities remote jumping required
everyday propose occurred figures tribe increase port groups invented budget freeze naturally commercial prick payment
scientist realise wives chip album fires weakness junk halfway russians surgeon slide clown brief assignment toys
cloud separated recorded schools drives covering intelligent bottles pile dreamed destruction locker alley beans
conversations abuse studied photograph washed minor fridge rita patience fields blessing ripped recommend areas bells
constantly dessert appropriate handed fraud profit plates happily arts illness alibi item skip noon medication july
scientists possession spit string appearance furniture corpse counts spain toby fits hopefully janet headache arguing
leak feeding owen warehouse struggling patrol misunderstanding stretch granted diane headquarters admire teachers
terrified romance privacy demons salary greek menu cigarettes halloween require whispers lightning achieve ruby posted
wendy damaged mummy owned novel judges preparing visited maintain invisible rats gambling gathered betray complaint
satellite snap sorts rounds gloves drawn expression cries entering assumed liam items rifle pages symbol quarters
entry slap shin explained dope festival searched communication wealth combat priority indistinctly chamber unfortunate
bait requires citizen instance fools troubles battery freezing lousy dressing grandson recovered mitch buildings
driven blah yards insult revolution effective diego flip compared nicely thirsty chop necessarily development finest
sticking retired sends wrapped manner abandon promises honeymoon strip lois relieved votes investment brush unfair
booked temporary acted barn shortly circus sung poisoned tale description twins australia abroad delay concentrate
sail pork bothered bucket crashing therefore colleagues yells painted affairs deaf sticks burns sealed tested socks
corn neil rage ellie meetings meanwhile seth banging musical steak regarding mexican forms humor handled temper senses
questioning moral fried appeal introduced engines concerns benny remaining eats technique closest safer nora deserved
roads moaning cents prosecutor completed pill population yeon suggested management counter plot gibbs leaders lands
quinn soil injuries clay studies cuts promotion drops concept drew colleague ranch tube suggesting infected lads
returns dive vessel burnt admitted joan potatoes lend nerves inner manners bitter beard cities identified fingerprints
suspected disturb chang repair fund humming labor coin lane measure poem depressed blanket wagon goat vulnerable
elliot scan fetch twenty raising scientific traditional discussion pigs undercover grows basis operate diet tooth
lance nest jill storage proved sheet revealed scenes saint limited soda largest backwards niece shield bits intended
riley requested closely pound award toes recognized stroke twist forgiveness provided announcement interfere
conspiracy various martial supper technically wears colour relatives reverend deadly boats tons homeless font producer
passengers understands colin unexpected approve causes lungs homicide karl height internal advanced registered
announce rely function fond specifically admiral beats determine pump personnel fascinating visitors squeeze inch torn
pockets flavor communicate chimes needle recipe overnight combination tool celebration polite patch branch oven gina
banks motor grounds policeman candidate unconscious assigned moron league awfully celebrating reception bend gray
sonny rising giggles deputy parked thieves sober packing mall adorable happier immediate symptoms honored operating
kindness types allah towel actors jewelry efforts fleet artists growls mount mothers content horror sarge motel
superior kidnapping electronic delicate images samples audition permanent root assistance
`
  .trim()
  .split(/\s+/);
